import type { RemoteAgent } from '@formwork/client';
import type { JsonSchema } from '@formwork/schema';
import { findPosition, parseJsonText } from '@formwork/schema/json-text';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, UsageError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { readSource } from '../input/read-json-source.ts';
import { checkSchemaDocument } from './check-with-schema.ts';

/** A schema that documents are checked with, and its name. */
export interface FoundSchema {
  readonly schema: JsonSchema;
  readonly name: string;
}

/**
 * Finds the schema that `--as` names: of the agent, in a file, or in the folder `schemas`. @throws
 * CliError, UsageError
 */
export async function findSchema(
  as: string,
  {
    agent,
    kinds,
  }: {
    readonly agent: RemoteAgent | undefined;
    /** Further values that `--as` accepts, for error messages. */
    readonly kinds: readonly string[];
  },
): Promise<FoundSchema> {
  if (agent?.schemaNames.includes(as) === true) {
    const name = `schema ${JSON.stringify(as)} of the agent`;
    const schema = agent.schema(as);
    if (schema.kind === 'usable') return { schema: schema.schema, name };
    const reasons = schema.issues.map(({ message }) => message).join('; ');
    throw toInvalid(`Cannot use ${name}: ${reasons}`);
  }
  const places = [as, ...['.json', '.schema.json'].map((end) => join('schemas', `${as}${end}`))];
  const file = places.find((path) => path.endsWith('.json') && existsSync(path));
  if (file !== undefined) return readSchemaFile(file);
  const choices = [...kinds, ...(agent?.schemaNames ?? [])].join(', ');
  throw new UsageError(
    `Cannot validate because --as must be one of ${choices}, or a schema file, or the name of one in the folder "schemas": current value is ${JSON.stringify(as)}`,
  );
}

/** Reads a schema from a file; errors name the line and the column. */
async function readSchemaFile(file: string): Promise<FoundSchema> {
  const parsed = parseJsonText(await readSource(file));
  if (parsed.kind === 'broken') {
    const { line, column, message } = parsed;
    throw toInvalid(`Cannot use ${file}:${line}:${column} because a schema ${message}`);
  }
  const schema = toSchema(parsed.value);
  if (schema === undefined) {
    throw toInvalid(`Cannot use ${file}:1:1 because a schema must be a JSON object.`);
  }
  const { problems } = checkSchemaDocument(schema);
  if (problems.length === 0) return { schema, name: file };
  const lines = problems.map(({ pointer, message }) => {
    const { line, column } = findPosition(parsed, pointer);
    return `${file}:${line}:${column}: ${pointer === '' ? '' : `${pointer} `}${message}`;
  });
  throw toInvalid(`Cannot use ${file} because it must be a valid schema:\n${lines.join('\n')}`);
}

/** Returns a value as a schema; `undefined` if it is not an object. */
export function toSchema(value: unknown): JsonSchema | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { ...value };
}

function toInvalid(message: string): CliError {
  return new CliError(message, { exitCode: EXIT_CODES.invalid });
}
