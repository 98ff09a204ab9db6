import { CliError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import {
  checkSchema,
  createValidator,
  SchemaError,
  type JsonSchema,
  type SchemaIssue,
} from '@formwork/schema';
import { runGuarded } from '@formwork/schema/internal';

/** How long reading a schema may take, and one check, in milliseconds, unless told. */
export const LIMIT_MS = 5_000;

/** Finds errors and doubts in a document that is a schema. */
export function checkSchemaDocument(schema: JsonSchema): {
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
} {
  const outcome = runGuarded(() => createValidator(schema), LIMIT_MS);
  if (outcome.kind === 'timeout') return { findings: [TOO_COSTLY], warnings: [] };
  if (outcome.kind === 'threw') {
    if (!(outcome.error instanceof SchemaError)) throw outcome.error;
    return { findings: outcome.error.issues, warnings: [] };
  }
  return { findings: [], warnings: listWarnings(schema) };
}

const TOO_COSTLY: Finding = {
  pointer: '',
  message: `must be a schema that can be compiled within ${LIMIT_MS / 1000} s`,
};

/** The schema that a value is checked by. */
export interface CheckOptions {
  readonly schema: JsonSchema;
  /** The name of the schema in errors. */
  readonly name: string;
  /** How long the check may take, in milliseconds. Default 5,000. */
  readonly limitMs?: number;
}

/** Tells the faults of a value. @throws CliError if that cannot be found out in time. */
export function checkWithSchema(
  value: unknown,
  { schema, name, limitMs = LIMIT_MS }: CheckOptions,
): readonly Finding[] {
  const outcome = runGuarded(() => createValidator(schema).check(value), limitMs);
  if (outcome.kind === 'threw') throw outcome.error;
  if (outcome.kind === 'timeout') {
    const unsafe = listWarnings(schema).filter(({ code }) => code === 'schema-pattern-unsafe');
    const reasons = unsafe.map(({ message }) => `\n${message}`).join('');
    throw new CliError(
      `Cannot check the document as ${name} must be a schema that decides within ${limitMs / 1000} s.${reasons}`,
      { exitCode: EXIT_CODES.invalid },
    );
  }
  return outcome.value.map(({ pointer, message, suggestion }) => ({
    pointer,
    message: suggestion === undefined ? message : `${message} (${suggestion})`,
  }));
}

function listWarnings(schema: JsonSchema): readonly SchemaIssue[] {
  const outcome = runGuarded(() => checkSchema(schema), LIMIT_MS);
  return outcome.kind === 'done'
    ? outcome.value.filter(({ severity }) => severity === 'warning')
    : [];
}

/** Something wrong in a document. */
export interface Finding {
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly message: string;
}
