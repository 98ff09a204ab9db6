import type { Part } from '@a2a-js/sdk';
import type { Problem } from '@formwork/schema';
import { InvalidOutputError } from '../errors.ts';
import type { RemoteSchema } from '../schemas/remote-schema.ts';
import { readData, readText, type ReceivedData } from './read-message.ts';

/** Options of a {@link ResultReader}. */
export interface ReadResultOptions {
  /** All that the agent sent, in its order. */
  readonly parts: readonly Part[];
  /** The text of the parts, artifact by artifact. */
  readonly text: string;
  /** `undefined` if the agent answered without keeping a task. */
  readonly taskId: string | undefined;
  /** False takes the data as it is. */
  readonly validate: boolean;
}

/** Finds the result of a task in its parts. The caller vouches for the type. */
export type ResultReader<Data> = (options: ReadResultOptions) => Data;

/** The result of a task without output schemas: data if there is any, else text. */
export function readAnyResult({ parts, text }: ReadResultOptions): unknown {
  const data = readData(parts).at(-1);
  return data === undefined ? text : data.data;
}

/**
 * Makes a reader for a skill's output schemas. The last part that is tagged with one of them counts;
 * agents that tag nothing get the benefit of the doubt: JSON that fits the only schema is the result.
 */
export function createResultReader(schemas: readonly RemoteSchema[]): ResultReader<unknown> {
  const names = schemas.map(({ name }) => name);
  const [only] = schemas;
  return ({ parts, taskId, validate }) => {
    const received = readData(parts);
    const tagged = received.findLast(
      ({ schema }) => schema !== undefined && names.includes(schema),
    );
    const found = tagged ?? (schemas.length === 1 ? findUntagged(received, parts) : undefined);
    if (found === undefined) throw createMissingError(names, { parts, taskId });
    const name = found.schema ?? only?.name ?? '';
    const problems = validate ? checkResult(schemas, name, found.data) : [];
    if (problems.length > 0) {
      throw new InvalidOutputError(problems, { schema: name, taskId, data: found.data });
    }
    return schemas.length > 1 ? { schema: name, data: found.data } : found.data;
  };
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
    return { schema: undefined, data: JSON.parse(readText(parts)) as unknown };
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
