import type { Part } from '@a2a-js/sdk';
import type { AnySkill } from '@formwork/core';
import { appendPointer } from '@formwork/schema/internal';
import type { NamedSchema, Problem } from '@formwork/schema';
import { parseWithLibrary, toOutputForm, toSkillOutput } from '@formwork/core/internal';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { OutputInvalidError } from '../errors.ts';
import { createTaggedPart, createTextPart } from '../messages/agent-message.ts';
import { toWireJson } from './wire-json.ts';

/** The id of the artifact that carries what a handler returns. */
export const RESULT_ARTIFACT_ID = 'result';

/** Options of {@link toResultEvents}. */
interface ResultOptions {
  /** Absent when the agent's own text handler ran. */
  readonly skill: AnySkill | undefined;
  readonly acceptedOutputModes: readonly string[];
  /** True when a text handler returned the value: it may be text whatever the skill promises. */
  readonly fromText: boolean;
}

/**
 * The events that end a task with a handler's return value: the artifact, if there is one, and
 * `completed`. Throws `OutputInvalidError` when the value is not what the skill promises.
 */
export async function toResultEvents(
  value: unknown,
  { skill, acceptedOutputModes, fromText }: ResultOptions,
): Promise<readonly NewTaskEvent[]> {
  const completed: NewTaskEvent = { kind: 'status', state: 'completed' };
  const part = await toResultPart(value, { skill, acceptedOutputModes, fromText });
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

async function toResultPart(
  value: unknown,
  { skill, acceptedOutputModes, fromText }: ResultOptions,
): Promise<Part | undefined> {
  if (typeof value === 'string' && (fromText || skill === undefined)) return createTextPart(value);
  if (skill === undefined) return undefined;
  const output = toSkillOutput(skill, value);
  switch (output.kind) {
    case 'nothing':
      return undefined;
    case 'text':
      return createTextPart(output.text);
    case 'mismatch':
      throw new OutputInvalidError([...skill.outputs.keys()].join(', '), [
        { pointer: '', keyword: 'schema', expected: output.message, message: output.message },
      ]);
    case 'data': {
      const data = await checkOutput(getOutputSchema(skill, output.schema), output.data);
      return toOutputForm(acceptedOutputModes) === 'data'
        ? createTaggedPart(output.schema, data)
        : createTextPart(JSON.stringify(data, null, 2));
    }
  }
}

/** Shown to an author who forgot `return`, perhaps in one branch only. */
const NOTHING: Problem = {
  pointer: '',
  keyword: 'json',
  expected: 'data',
  message: 'is missing, as the handler returned nothing: return the data',
};

/**
 * Turns what a handler gave for an output schema into what goes on the wire: the library encodes
 * it, JSON keeps what it can, and the published schema judges that.
 *
 * Throws `OutputInvalidError`; such data is never sent.
 */
export async function checkOutput(schema: NamedSchema, data: unknown): Promise<unknown> {
  const encoded = await parseWithLibrary(schema, data);
  if (data === undefined && (encoded.kind === 'problems' || encoded.value === undefined)) {
    throw new OutputInvalidError(schema.name, [NOTHING]);
  }
  if (encoded.kind === 'problems') {
    // A library calls a promise an object.
    const promise = findPromise(data);
    const problems = promise === undefined ? encoded.problems : [promise];
    throw new OutputInvalidError(schema.name, problems);
  }
  const wire = toWireJson(encoded.value);
  if (wire.kind === 'not-json') {
    const problem = {
      pointer: '',
      keyword: 'json',
      expected: 'a JSON value',
      message: 'must be a value that JSON can carry',
    };
    throw new OutputInvalidError(schema.name, [problem], { cause: wire.cause });
  }
  // As JSON a promise is an empty object, which may even fit.
  const promise = wire.text.includes('{}') ? findPromise(encoded.value) : undefined;
  const problems = promise === undefined ? schema.validator.check(wire.value) : [promise];
  if (problems.length > 0) throw new OutputInvalidError(schema.name, problems);
  return wire.value;
}

/** Values that are deeper are no answers. */
const MAX_DEPTH = 64;

/** The first promise in a value, which has no cycles if it can be JSON, and no depth either. */
function findPromise(value: unknown, pointer: string = '', depth: number = 0): Problem | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  if (value instanceof Promise) {
    return { pointer, keyword: 'json', expected: 'a value', message: 'is a promise: await it' };
  }
  for (const [name, member] of Object.entries(value)) {
    const problem = findPromise(member, appendPointer(pointer, name), depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The output schema of that name; throws `OutputInvalidError` when the skill declares none. */
export function getOutputSchema(skill: AnySkill | undefined, name: string): NamedSchema {
  const schema = skill?.outputs.get(name);
  if (schema !== undefined) return schema;
  const known = [...(skill?.outputs.keys() ?? [])].join(', ');
  throw new OutputInvalidError(name, [
    {
      pointer: '',
      keyword: 'schema',
      expected: known === '' ? 'no schema' : `one of ${known}`,
      message: `names no output schema of the skill (known: ${known === '' ? 'none' : known})`,
    },
  ]);
}
