import type { Part } from '@a2a-js/sdk';
import type { Agent, AnySkill, TaskContext } from '@formwork/core';
import { parseWithLibrary, toOutputForm, toSkillOutput } from '@formwork/core/internal';
import type { NamedSchema, Problem } from '@formwork/schema';
import { listSecretValues } from '@formwork/schema/internal';
import { appendPointer, indentJson } from '@formwork/schema/json';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { Invocation } from '../engine/task-snapshot.ts';
import { InputInvalidError, OutputInvalidError, SkillMissingError } from '../errors.ts';
import { createAgentMessage, createTaggedPart, createTextPart } from '../messages/agent-message.ts';
import type { TruncatedTexts } from './truncated-texts.ts';
import { copyJson, describeFault, toWholeJson, type WireJson } from './wire-json.ts';

/**
 * Returns true for an invocation whose caller gets only a message, made from the handler's result.
 */
export function answersWithMessage(invocation: Invocation): boolean {
  return invocation.kind === 'text' && invocation.answer === 'message';
}

/** Calls the handler that an invocation names and returns the events that end the task. */
export async function runHandler(
  agent: Agent,
  {
    skill,
    invocation,
    task,
    texts,
  }: {
    /**
     * The skill that the invocation names; `undefined` if it names none, or one that the agent no
     * longer has.
     */
    readonly skill: AnySkill | undefined;
    readonly invocation: Invocation;
    readonly task: TaskContext;
    readonly texts: TruncatedTexts;
  },
): Promise<readonly NewTaskEvent[]> {
  const { acceptedOutputModes } = invocation;
  const fromText = invocation.kind === 'text';
  const value = fromText
    ? await callText(agent, { skill, text: invocation.text, task })
    : await callStructured(skill, invocation, task);
  const part = await createResultPart(value, { skill, acceptedOutputModes, fromText, texts });
  const events = createResultEvents(part, skill);
  return answersWithMessage(invocation) ? createMessageEvents(events, task) : events;
}

/**
 * Makes the events that end a task with a message; content that would otherwise be an artifact
 * becomes a part of the message.
 */
function createMessageEvents(
  events: readonly NewTaskEvent[],
  { contextId }: TaskContext,
): readonly NewTaskEvent[] {
  const parts = events.flatMap((event) => (event.kind === 'artifact' ? event.artifact.parts : []));
  const isEmpty = parts.every(({ content }) => content?.$case === 'text' && content.value === '');
  if (isEmpty) throw new OutputInvalidError('', [NO_MESSAGE]);
  const message = { ...createAgentMessage('', { contextId }), parts };
  return [{ kind: 'status', state: 'completed', message }];
}

const NO_MESSAGE = {
  pointer: '',
  keyword: 'message',
  expected: 'an answer',
  message: 'must say something because textAnswer "message" makes it the whole answer',
};

async function callText(
  agent: Agent,
  call: { readonly skill: AnySkill | undefined; readonly text: string; readonly task: TaskContext },
): Promise<unknown> {
  const { skill, text, task } = call;
  if (skill?.text !== undefined) return skill.text({ text, task, skill });
  const handler = agent.text;
  // The next version of the agent may lack the handler of a stored task.
  if (handler === undefined) throw new SkillMissingError('text');
  return handler({ text, task });
}

async function callStructured(
  skill: AnySkill | undefined,
  invocation: Invocation & { readonly kind: 'structured' },
  task: TaskContext,
): Promise<unknown> {
  const schema = skill?.inputs.get(invocation.schema);
  if (skill?.run === undefined || schema === undefined) {
    throw new SkillMissingError(invocation.skillId);
  }
  // The handler gets a copy, because it may change its input, and the stored message must stay
  // unchanged.
  const parsing = parseWithLibrary(schema, copyJson(invocation.data));
  const parsed = parsing instanceof Promise ? await parsing : parsing;
  if (parsed.kind === 'problems') throw new InputInvalidError(schema.name, parsed.problems);
  return skill.run({ schema: schema.name, input: parsed.value, task });
}

/** The id of the artifact that carries what a handler returns. */
export const RESULT_ARTIFACT_ID = 'result';

/**
 * Makes the events that end a task with a handler's result: the artifact, if there is one, and
 * `completed`.
 */
function createResultEvents(
  part: Part | undefined,
  skill: AnySkill | undefined,
): readonly NewTaskEvent[] {
  const completed: NewTaskEvent = { kind: 'status', state: 'completed' };
  if (part === undefined) return [completed];
  return [
    {
      kind: 'artifact',
      artifact: {
        artifactId: RESULT_ARTIFACT_ID,
        name: skill?.name ?? '',
        description: '',
        parts: [part],
        metadata: undefined,
        extensions: [],
      },
      append: false,
      lastChunk: true,
    },
    completed,
  ];
}

/**
 * Makes the part that carries a handler's result; `undefined` if it has none.
 *
 * @throws OutputInvalidError when the result does not fit the skill's schema
 */
async function createResultPart(
  value: unknown,
  {
    skill,
    acceptedOutputModes,
    fromText,
    texts,
  }: {
    /** The skill that ran; `undefined` if it was the agent's own text handler. */
    readonly skill: AnySkill | undefined;
    readonly acceptedOutputModes: readonly string[];
    /**
     * True if a text handler returned the value. It may then return text even if the skill promises
     * data.
     */
    readonly fromText: boolean;
    readonly texts: TruncatedTexts;
  },
): Promise<Part | undefined> {
  const toTextPart = (text: string): Part => createTextPart(texts.mend(text, 'the result'));
  if (typeof value === 'string' && (fromText || skill === undefined)) return toTextPart(value);
  if (skill === undefined) {
    if (value === undefined || value === null) return undefined;
    throw new OutputInvalidError('', [
      { ...NO_TEXT, message: `${NO_TEXT.message}${typeof value}` },
    ]);
  }
  const output = toSkillOutput(skill, value);
  switch (output.kind) {
    case 'nothing':
      return undefined;
    case 'text':
      return toTextPart(output.text);
    case 'mismatch':
      throw new OutputInvalidError([...skill.outputs.keys()].join(', '), [
        { pointer: '', keyword: 'schema', expected: output.message, message: output.message },
      ]);
    case 'data': {
      const data = await checkOutput(getOutputSchema(skill, output.schema), output.data);
      return toOutputForm(acceptedOutputModes) === 'data'
        ? createTaggedPart(output.schema, data)
        : createTextPart(indentJson(data));
    }
  }
}

/** The problem in the error for an agent's text handler that returns data, up to its type. */
const NO_TEXT: Problem = {
  pointer: '',
  keyword: 'type',
  expected: 'text',
  message: 'must be text because no skill says which data it is: current value is of type ',
};

/** The problem in the error for a handler that returns nothing, perhaps in one branch only. */
const NOTHING: Problem = {
  pointer: '',
  keyword: 'json',
  expected: 'data',
  message: 'is missing because the handler returned nothing: return the data',
};

/**
 * Converts a handler's result to the JSON that is sent: the schema library encodes it, and the
 * published schema checks the outcome.
 *
 * @throws OutputInvalidError if JSON would change or lose a part, or the outcome does not fit; such
 * data is never sent
 */
export async function checkOutput(schema: NamedSchema, data: unknown): Promise<unknown> {
  const encoding = parseWithLibrary(schema, data);
  const encoded = encoding instanceof Promise ? await encoding : encoding;
  if (data === undefined && (encoded.kind === 'problems' || encoded.value === undefined)) {
    throw new OutputInvalidError(schema.name, [NOTHING]);
  }
  if (encoded.kind === 'problems') {
    // A schema library takes a promise for an object, so its own problems would mislead.
    const promise = findPromise(data);
    const problems = promise === undefined ? encoded.problems : [promise];
    throw new OutputInvalidError(schema.name, problems);
  }
  // JSON turns a map into an empty object and NaN into null, which may even fit the schema.
  const wire = toWholeJson(encoded.value);
  if (wire.kind === 'not-json') {
    const problem = describeLoss(encoded.value, wire);
    throw new OutputInvalidError(schema.name, [problem], { cause: wire.cause });
  }
  const problems = schema.validator.check(wire.value);
  if (problems.length > 0) {
    // Problems quote the wrong value, and callers and logs get them, so secrets are left out.
    const redact = listSecretValues(schema.schema, wire.value).length > 0;
    const shownProblems = redact ? schema.validator.check(wire.value, { redact }) : problems;
    throw new OutputInvalidError(schema.name, shownProblems);
  }
  return wire.value;
}

/** Describes, as a problem, the part of a result that JSON would change or lose. */
function describeLoss(value: unknown, wire: WireJson & { kind: 'not-json' }): Problem {
  const shown = wire.loss?.shown ?? describeFault(value, wire);
  if (shown === 'Promise') return createPromiseProblem(wire.loss?.pointer ?? '');
  const { pointer = '', expected } = wire.loss ?? {};
  return {
    pointer,
    keyword: 'json',
    expected: expected ?? 'a JSON value',
    message: `must be ${expected ?? 'a value that JSON can carry'}: current value is ${shown}`,
  };
}

/** The depth of nesting to which a handler's result is searched for promises. */
const MAX_DEPTH = 64;

/**
 * Finds the first promise inside a value, and returns it as a problem. Values that JSON can hold
 * have no cycles.
 */
function findPromise(value: unknown, pointer: string = '', depth: number = 0): Problem | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  if (value instanceof Promise) return createPromiseProblem(pointer);
  for (const [name, member] of listMembers(value)) {
    const problem = findPromise(member, appendPointer(pointer, name), depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Lists the members of an object; none if one cannot be read, because its getter throws. */
function listMembers(value: object): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}

function createPromiseProblem(pointer: string): Problem {
  return { pointer, keyword: 'json', expected: 'a value', message: 'is a promise: await it' };
}

/**
 * Returns the output schema with a name; throws `OutputInvalidError` if the skill has no output
 * schema with that name.
 */
export function getOutputSchema(skill: AnySkill | undefined, name: string): NamedSchema {
  const schema = skill?.outputs.get(name);
  if (schema !== undefined) return schema;
  const names = [...(skill?.outputs.keys() ?? [])].join(', ');
  throw new OutputInvalidError(name, [
    {
      pointer: '',
      keyword: 'schema',
      expected: names === '' ? 'no schema' : `one of ${names}`,
      message: `names no output schema of the skill (known: ${names === '' ? 'none' : names})`,
    },
  ]);
}
