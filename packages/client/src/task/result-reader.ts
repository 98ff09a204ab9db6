import type { Part } from '@a2a-js/sdk';
import type { Problem } from '@formwork/schema';
import { findLostNumber } from '@formwork/schema/json';
import { InvalidOutputError } from '../errors.ts';
import type { RemoteSchema } from '../schemas/remote-schema.ts';
import { readData, readText, type ReceivedData } from './read-message.ts';

/** Options of a {@link ResultReader}: everything that the task sent. */
export interface ReadResultOptions {
  /** All parts that the agent sent, in the order of sending. */
  readonly parts: readonly Part[];
  /** The text of all parts, each artifact on lines of its own. */
  readonly text: string;
  /** The id of the task; `undefined` if the agent answered without keeping one. */
  readonly taskId: string | undefined;
  /** False returns the data of the result without checking it. */
  readonly validate: boolean;
}

/** A result, or words in place of one, with which the agent began no task. */
export type ReadResult<Data> =
  | { readonly kind: 'result'; readonly data: Data }
  | { readonly kind: 'words' };

/** Finds the result of a task in the parts that the agent sent. Its type is taken on trust. */
export type ResultReader<Data> = (options: ReadResultOptions) => ReadResult<Data>;

/**
 * Returns the result of a task whose skill has no output schemas: data if there is any, else text.
 */
export function readAnyResult({ parts, text }: ReadResultOptions): ReadResult<unknown> {
  const data = readData(parts).at(-1);
  return { kind: 'result', data: data === undefined ? text : data.data };
}

/** True for an answer that says something in a message alone, and has no data. */
export function isWords({ parts, text, taskId }: ReadResultOptions): boolean {
  return taskId === undefined && text !== '' && readData(parts).length === 0;
}

/**
 * Makes a reader of results for a skill's output schemas. The last part that is tagged with one of
 * them counts; for agents that tag nothing, JSON that fits the only schema does.
 */
export function createResultReader(schemas: readonly RemoteSchema[]): ResultReader<unknown> {
  const names = schemas.map(({ name }) => name);
  const [onlySchema] = schemas;
  return (options) => {
    const { parts, text, taskId, validate } = options;
    const received = readData(parts);
    const tagged = received.findLast(
      ({ schema }) => schema !== undefined && names.includes(schema),
    );
    const match = tagged ?? (schemas.length === 1 ? findUntagged(received, parts) : undefined);
    if (match === undefined && isWords(options)) return { kind: 'words' };
    // What cannot be checked is returned as it came, if that is asked for.
    const returned = match ?? (validate ? undefined : (received.at(-1) ?? toUnchecked(text)));
    if (returned === undefined) throw createMissingError(names, { parts, taskId });
    const name = returned.schema ?? onlySchema?.name ?? '';
    const problems = validate ? checkResult(schemas, name, returned.data) : [];
    if (problems.length > 0) {
      throw new InvalidOutputError(problems, { schema: name, taskId, data: returned.data });
    }
    const { data } = returned;
    return { kind: 'result', data: schemas.length > 1 ? { schema: name, data } : data };
  };
}

function toUnchecked(text: string): ReceivedData | undefined {
  return text === '' ? undefined : { schema: '', data: text };
}

function checkResult(
  schemas: readonly RemoteSchema[],
  name: string,
  data: unknown,
): readonly Problem[] {
  const schema = schemas.find((candidate) => candidate.name === name);
  return schema?.kind === 'usable' ? schema.check(data) : [];
}

function findUntagged(
  received: readonly ReceivedData[],
  parts: readonly Part[],
): ReceivedData | undefined {
  const data = received.findLast(({ schema }) => schema === undefined);
  if (data !== undefined) return data;
  try {
    const text = readText(parts);
    const value: unknown = JSON.parse(text);
    // Text whose numbers JavaScript would change is no data.
    return findLostNumber(text, value) === undefined
      ? { schema: undefined, data: value }
      : undefined;
  } catch {
    return undefined;
  }
}

function createMissingError(
  names: readonly string[],
  { parts, taskId }: Pick<ReadResultOptions, 'parts' | 'taskId'>,
): InvalidOutputError {
  const text = readText(parts);
  const expected = `a data part tagged with ${names.map((name) => JSON.stringify(name)).join(' or ')}`;
  const message = `must hold ${expected} but does not`;
  return new InvalidOutputError([{ pointer: '', keyword: 'missing', expected, message }], {
    schema: names.join(', '),
    taskId,
    ...(text !== '' && { data: text }),
  });
}
