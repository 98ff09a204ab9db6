import type { AnySkill } from '@formwork/core';
import { quote, isRecord, isTooDeep, toRecord } from '@formwork/schema/json';
import { parseExactJson } from './exact-json.ts';
import type { ModelAnswer, ModelMessage, ModelPart } from './language-model.ts';
import {
  createPrompt,
  createReply,
  DECLINE_TOOL_NAME,
  describeProblems,
  type InputChoice,
} from './model-prompt.ts';
import { judgeInput, type Reading } from './reading.ts';

/**
 * Lets a model turn a text into an input. A wrong answer goes back to the model with its problems,
 * `maxRetries` times; then the best reading so far is what there is.
 */
export async function readText(
  text: string,
  {
    skill,
    choices,
    instructions,
    maxRetries,
    ask,
  }: {
    readonly skill: AnySkill;
    readonly choices: readonly InputChoice[];
    /** Facts for the model; `''` for none. */
    readonly instructions: string;
    /** How often a wrong answer is sent back to the model. */
    readonly maxRetries: number;
    /** Asks the model; its errors end the reading. */
    readonly ask: (prompt: readonly ModelMessage[]) => Promise<ModelAnswer>;
  },
): Promise<Reading> {
  let prompt = createPrompt(text, { skill, instructions });
  let best: Reading = { kind: 'unfit', schema: null, data: {} };
  for (let round = 0; round <= maxRetries; round += 1) {
    const result = await judgeAnswer(await ask(prompt), choices);
    if (result.advice === undefined) return result.reading;
    best = result.reading ?? best;
    prompt = [...prompt, ...createReply(result.answer, result.advice)];
  }
  return best;
}

/** The longest answer of a model that is read, in characters. */
const MAX_ANSWER = 100_000;

/** The result of judging one answer of a model: a reading, or advice for a better answer. */
type AnswerResult =
  | { readonly advice?: undefined; readonly reading: Reading }
  | {
      readonly advice: string;
      /** The words of the model, without secrets that it picked up. */
      readonly answer: string;
      /** The part of the answer that can be used; absent if there is none. */
      readonly reading?: Reading | undefined;
    };

async function judgeAnswer(
  { content }: ModelAnswer,
  choices: readonly InputChoice[],
): Promise<AnswerResult> {
  const calls = content.filter(({ type }) => type === 'tool-call');
  const [call] = calls;
  const names = [...choices.map(({ tool }) => tool.name), DECLINE_TOOL_NAME].map(quote).join(', ');
  const once = `Call exactly one of the tools ${names}, exactly once.`;
  const [first, second] = choices;
  if (call === undefined) {
    const answer = content.map((part) => readMember(part, 'text')).join('\n');
    // Models that cannot call tools often write down the arguments.
    const onlyChoice = second === undefined ? first : undefined;
    const writtenArgs = onlyChoice && parseArguments(withoutFence(answer));
    if (onlyChoice === undefined || writtenArgs === undefined) {
      return { answer, advice: `You have called no tool. ${once}` };
    }
    return judgeCall(writtenArgs, { choice: onlyChoice, answer });
  }
  const name = readMember(call, 'toolName');
  const input = readMember(call, 'input');
  const answer = `${name}(${input})`;
  if (calls.length > 1) return judgeSeveral({ name, input, answer, choices, once });
  if (name === DECLINE_TOOL_NAME) return { reading: { kind: 'declined' } };
  const choice = choices.find(({ tool }) => tool.name === name);
  if (choice === undefined) {
    return { answer, advice: `There is no tool ${quote(name.slice(0, 80))}. ${once}` };
  }
  const args = parseArguments(input);
  if (args !== undefined) return judgeCall(args, { choice, answer });
  const advice = `The arguments of ${quote(name)} must be one JSON object of at most ${MAX_ANSWER} characters, and not nested so deep. ${once}`;
  return { answer, advice };
}

/** Judges an answer with several calls, of which the first may be of use to a person. */
async function judgeSeveral({
  name,
  input,
  answer,
  choices,
  once,
}: {
  readonly name: string;
  readonly input: string;
  readonly answer: string;
  readonly choices: readonly InputChoice[];
  readonly once: string;
}): Promise<AnswerResult> {
  const choice = choices.find(({ tool }) => tool.name === name);
  const args = parseArguments(input);
  const advice = `You have called several tools. ${once}`;
  if (choice === undefined || args === undefined) return { answer, advice };
  const { reading, data } = await judgeInput(choice.unwrap(args), choice.namedSchema);
  const { schema } = reading;
  const safeAnswer = choice.secrets.size === 0 ? answer : `${name}(${JSON.stringify(data)})`;
  const usable = reading.kind === 'fits' ? toRecord(data) : reading.data;
  return { answer: safeAnswer, advice, reading: { kind: 'unfit', schema, data: usable } };
}

async function judgeCall(
  args: Readonly<Record<string, unknown>>,
  { choice, answer }: { readonly choice: InputChoice; readonly answer: string },
): Promise<AnswerResult> {
  const { reading, problems, data } = await judgeInput(choice.unwrap(args), choice.namedSchema);
  if (reading.kind !== 'unfit') return { reading };
  const safeAnswer =
    choice.secrets.size === 0 ? answer : `${choice.tool.name}(${JSON.stringify(data)})`;
  return { answer: safeAnswer, advice: describeProblems(problems, choice), reading };
}

/** Returns a member of a part of an answer as text; `''` if it has none. */
function readMember(part: ModelPart, name: keyof ModelPart): string {
  const value: unknown = part[name];
  // Some models give the arguments as an object.
  if (typeof value === 'string') return value;
  return isRecord(value) && !isTooDeep(value) ? JSON.stringify(value) : '';
}

/** Parses the arguments of a call; what is nested too deep cannot be written again, or stored. */
function parseArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  const args = parseObject(text);
  return isTooDeep(args) ? undefined : args;
}

/**
 * Parses JSON text as {@link parseExactJson} does; returns `undefined` unless it is an object, and not
 * too long.
 */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > MAX_ANSWER || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value = parseExactJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the content of a text that is one block of code, or the text itself. */
export function withoutFence(text: string): string {
  return /^\s*```[a-z]*\n([\s\S]*)\n```\s*$/u.exec(text)?.[1] ?? text;
}
