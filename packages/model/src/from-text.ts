import {
  type AnySkill,
  RejectedError,
  type TaskContext,
  type TextCall,
  TransientError,
} from '@formwork/core';
import { parseWithLibrary } from '@formwork/core/internal';
import { toPlainText } from '@formwork/schema';
import { checkOptions, createIntegerRule, createTimerRule } from '@formwork/schema/options';
import { completeInput, type ValidInput } from './complete-input.ts';
import { askHostModel, hasHostModel, type HostModel, isHostModel } from './host-model.ts';
import type { LanguageModel, ModelAnswer, ModelMessage } from './language-model.ts';
import { callModel, ModelError } from './model-call.ts';
import { toInputChoices, listModelTools, type InputChoice } from './model-prompt.ts';
import { judgeInput, type Reading } from './reading.ts';
import { parseObject, readText, withoutFence } from './text-reading.ts';

/** Options of {@link fromText}: the model, its instructions, and limits. */
export interface FromTextOptions {
  /**
   * The model that reads the text: any of the AI SDK's, such as `openai('gpt-5-mini')`, or that of
   * the calling MCP host, by `hostModel()`.
   */
  readonly model: LanguageModel | HostModel;
  /**
   * Facts that the model needs and the schemas do not tell, such as today's date, or a function
   * that returns them for each text. Default: none.
   */
  readonly instructions?: string | (() => string);
  /**
   * How often a wrong answer of the model is sent back to it with the problems: 0 to 10. Default 2,
   * so that a text costs at most three calls.
   */
  readonly maxRetries?: number;
  /** The longest time that one call of the model may take, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** The highest number of tokens that the model may write in one call. Default 2,048. */
  readonly maxOutputTokens?: number;
  /** The longest text that a model reads, in characters. Default 8,000. */
  readonly maxCharacters?: number;
  /**
   * The answer if the model fails or gives no valid input: `form` asks the caller with a form that
   * has what was understood in it; `refuse` rejects the task, with what the skill takes. Default
   * `form`.
   */
  readonly fallback?: 'form' | 'refuse';
}

/** The handler that {@link fromText} makes; its result is that of the skill's `run`. */
export type FromTextHandler = (call: TextCall) => Promise<never>;

/** The key of the step that stores what the model has understood. */
const STEP = 'formwork:from-text';

const DEFAULT_OUTPUT_TOKENS = 2_048;
const DEFAULT_CHARACTERS = 8_000;

/**
 * Makes the text handler of a skill with input: a language model turns the caller's words into an
 * input, forms ask for what is missing, and then the skill's `run` gets the input. Nothing reaches
 * `run` that the skill's schemas do not accept.
 *
 * The caller's words are data. Whatever they or the model say, the outcome is a valid input, a
 * question by a form, or a rejected task; no person reads the model's own words. Fields that hold
 * secrets are not shown to the model, and asked for by forms.
 *
 * @throws RangeError or TypeError that names the option at fault
 *
 * @example
 * ```ts
 * import { defineSkill } from '@formwork/core';
 * import { fromText, type LanguageModel } from '@formwork/model';
 *
 * declare const model: LanguageModel; // such as openai('gpt-5-mini') of @ai-sdk/openai
 * export const trip = defineSkill({
 *   id: 'trip',
 *   name: 'Trip',
 *   description: 'Plans a trip to a city.',
 *   tags: [],
 *   input: {
 *     trip: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
 *   },
 *   run: ({ input }) => `Off to ${input.city}!`,
 *   text: fromText({ model }),
 * });
 * ```
 */
export function fromText(options: FromTextOptions): FromTextHandler {
  checkFromTextOptions(options);
  const { maxCharacters = DEFAULT_CHARACTERS, fallback = 'form' } = options;
  const choicesOf = new WeakMap<AnySkill, readonly InputChoice[]>();

  async function handle({ text, task, skill }: TextCall): Promise<unknown> {
    if (skill?.run === undefined) {
      throw new TypeError(
        'Cannot turn the text into input because fromText must be the text of a skill with input and run: current value is a handler of another kind',
      );
    }
    const choices = choicesOf.get(skill) ?? toInputChoices(skill);
    choicesOf.set(skill, choices);
    const reading = await read(text, { task, skill, choices, options });
    const { namedSchema, data } = await completeInput(reading, {
      task,
      skill,
      maxCharacters,
      fallback,
    });
    return runSkill(skill, { namedSchema, data, task });
  }

  return handle as FromTextHandler;
}

function checkFromTextOptions(options: FromTextOptions): void {
  checkOptions(options, {
    subject: 'Cannot read text with a model',
    rules: {
      model: {
        expected: 'a model of the AI SDK, with doGenerate',
        isValid: (value) =>
          isHostModel(value) || typeof Reflect.get(Object(value), 'doGenerate') === 'function',
      },
      instructions: {
        expected: 'text, or a function that returns it',
        isValid: (value) => typeof value === 'string' || typeof value === 'function',
      },
      maxRetries: createIntegerRule(0, 10),
      timeoutMs: createTimerRule(1),
      maxOutputTokens: createIntegerRule(1),
      maxCharacters: createIntegerRule(1),
      fallback: {
        expected: '"form" or "refuse"',
        isValid: (value) => value === 'form' || value === 'refuse',
      },
    },
  });
  if (options.model === undefined) {
    throw new TypeError(
      'Cannot read text with a model because model must be a model of the AI SDK, with doGenerate: current value is undefined',
    );
  }
}

interface ReadOptions {
  readonly task: TaskContext;
  readonly skill: AnySkill;
  readonly choices: readonly InputChoice[];
  readonly options: FromTextOptions;
}

async function read(
  text: string,
  { task, skill, choices, options }: ReadOptions,
): Promise<Reading> {
  const { maxCharacters = DEFAULT_CHARACTERS, maxRetries = 2, instructions = '' } = options;
  if (text.trim() === '') return { kind: 'failed', reason: 'empty' };
  const object = parseObject(withoutFence(text));
  // JSON was not written for a model, and may hold secrets.
  if (object !== undefined) return judgeJson(object, skill);
  if (text.length > maxCharacters) return { kind: 'failed', reason: 'long' };
  if (choices.length === 0) return { kind: 'failed', reason: 'model' };
  const instructionText = typeof instructions === 'function' ? instructions() : instructions;
  const reading = { skill, choices, instructions: instructionText, maxRetries };
  const { model } = options;
  if (isHostModel(model)) {
    if (!hasHostModel(task)) return { kind: 'failed', reason: 'host' };
    const { maxOutputTokens = DEFAULT_OUTPUT_TOKENS } = options;
    const lent = { task, tools: listModelTools(choices), maxOutputTokens };
    const ask = (prompt: readonly ModelMessage[]) => askHostModel(prompt, lent);
    // Not in a step: the question is remembered itself, and the run ends while it is open.
    return readText(text, { ...reading, ask }).catch((error: unknown) => {
      if (error instanceof ModelError) return { kind: 'failed', reason: 'host' } as const;
      throw error;
    });
  }
  return task.step(STEP, async () => {
    const meter = createMeter();
    const ask = async (prompt: readonly ModelMessage[]): Promise<ModelAnswer> =>
      meter.count(await askModel(prompt, { task, choices, options, model }));
    try {
      return await readText(text, { ...reading, ask });
    } catch (error) {
      return failOrRetry(error, { task, skill });
    } finally {
      task.log.info('A language model was asked for the input in a text', meter.read());
    }
  });
}

async function askModel(
  prompt: readonly ModelMessage[],
  { task, choices, options, model }: Omit<ReadOptions, 'skill'> & { readonly model: LanguageModel },
): Promise<ModelAnswer> {
  const { timeoutMs = 30_000, maxOutputTokens = DEFAULT_OUTPUT_TOKENS } = options;
  const request = {
    prompt: [...prompt],
    tools: listModelTools(choices),
    toolChoice: { type: 'required' as const },
    maxOutputTokens,
  };
  return callModel(model, request, { signal: task.signal, timeoutMs });
}

/**
 * Decides what becomes of a text whose model has failed: the skill's `retry` tries it again, else
 * the caller gets a form.
 */
function failOrRetry(
  error: unknown,
  { task, skill }: Pick<ReadOptions, 'task' | 'skill'>,
): Reading {
  if (!(error instanceof ModelError)) throw error;
  task.log.warn('A language model has failed', { error: toReason(error) });
  const mayRetry = error.isRetryable && task.attempt < (skill.retry?.maxAttempts ?? 1);
  if (mayRetry) throw new TransientError(error.message, { cause: error });
  return { kind: 'failed', reason: 'model' };
}

function toReason({ message, cause }: ModelError): string {
  const [line = ''] = (cause instanceof Error ? cause.message : '').split('\n');
  return line === '' ? message : `${message}: ${line}`;
}

/** Judges JSON that was sent as text: by the input that it fits best, without a model. */
async function judgeJson(
  object: Readonly<Record<string, unknown>>,
  { inputs }: AnySkill,
): Promise<Reading> {
  const judged = await Promise.all(
    [...inputs.values()].map((namedSchema) => judgeInput(object, namedSchema)),
  );
  const [first, second] = judged;
  const fitting = judged.filter(({ reading }) => reading.kind !== 'unfit');
  if (first !== undefined && second === undefined) return first.reading;
  return fitting.length === 1 && fitting[0] !== undefined
    ? fitting[0].reading
    : { kind: 'unfit', schema: null, data: {} };
}

/** Runs a skill with input, by the checks that every input passes. */
async function runSkill(
  skill: AnySkill,
  {
    namedSchema,
    data,
    task,
  }: ValidInput & {
    readonly task: TaskContext;
  },
): Promise<unknown> {
  // The words of the problems must not repeat what a person has filled in.
  const problems = namedSchema.validator.check(data, { redact: true });
  const parsed =
    problems.length > 0
      ? ({ kind: 'problems', problems } as const)
      : await parseWithLibrary(namedSchema, structuredClone(data));
  if (parsed.kind === 'problems') {
    throw new RejectedError(toPlainText(parsed.problems, { schema: namedSchema.name }));
  }
  return skill.run?.({ schema: namedSchema.name, input: parsed.value, task });
}

/** Counts the calls of a model and its tokens, for the log. */
function createMeter() {
  const total = { calls: 0, inputTokens: 0, outputTokens: 0 };
  return {
    count(answer: ModelAnswer): ModelAnswer {
      total.calls += 1;
      total.inputTokens += readTokens(answer, 'inputTokens');
      total.outputTokens += readTokens(answer, 'outputTokens');
      return answer;
    },
    read: () => ({ ...total }),
  };
}

/** Reads a number of tokens, in the form of any version of the AI SDK; 0 if there is none. */
function readTokens({ usage }: ModelAnswer, name: string): number {
  const value: unknown = Reflect.get(Object(usage), name);
  const count: unknown = typeof value === 'object' ? Reflect.get(Object(value), 'total') : value;
  return typeof count === 'number' ? count : 0;
}
