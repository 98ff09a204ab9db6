import {
  checkSchema,
  createValidator,
  SchemaError,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
} from '@formwork/schema';
import { runGuarded } from '@formwork/schema/internal';
import { CliError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** The default time limit for reading a schema, and for one check, in milliseconds. */
export const LIMIT_MS = 5_000;

/** Finds the errors and the warnings of a document that is a schema. */
export function checkSchemaDocument(schema: JsonSchema): {
  readonly problems: readonly UnplacedProblem[];
  readonly warnings: readonly UnplacedProblem[];
} {
  const outcome = runGuarded(() => createValidator(schema), LIMIT_MS);
  if (outcome.kind === 'timeout') return { problems: [TOO_COSTLY], warnings: [] };
  if (outcome.kind === 'threw') {
    if (!(outcome.error instanceof SchemaError)) throw outcome.error;
    return { problems: outcome.error.issues, warnings: [] };
  }
  return { problems: [], warnings: listWarnings(schema) };
}

const TOO_COSTLY: UnplacedProblem = {
  pointer: '',
  message: `must be a schema that can be compiled within ${LIMIT_MS / 1000} s`,
};

/**
 * Returns the problems of a value; `[]` if it fits the schema. @throws CliError if the check takes
 * too long.
 */
export function checkWithSchema(
  value: unknown,
  {
    schema,
    name,
    limitMs = LIMIT_MS,
  }: {
    readonly schema: JsonSchema;
    /** The name of the schema in error messages. */
    readonly name: string;
    /** The longest time that the check may take, in milliseconds. Default 5,000. */
    readonly limitMs?: number;
  },
): readonly Problem[] {
  const outcome = runGuarded(() => createValidator(schema).check(value), limitMs);
  if (outcome.kind === 'threw') throw outcome.error;
  if (outcome.kind === 'timeout') {
    const unsafe = listWarnings(schema).filter(({ code }) => code === 'schema-pattern-unsafe');
    const reasons = unsafe.map(({ message }) => `\n${message}`).join('');
    throw new CliError(
      `Cannot check the document because ${name} must be a schema that decides within ${limitMs / 1000} s.${reasons}`,
      { exitCode: EXIT_CODES.invalid },
    );
  }
  return outcome.value;
}

function listWarnings(schema: JsonSchema): readonly SchemaIssue[] {
  const outcome = runGuarded(() => checkSchema(schema), LIMIT_MS);
  return outcome.kind === 'done'
    ? outcome.value.filter(({ severity }) => severity === 'warning')
    : [];
}

/** A problem or a warning in a document. */
export interface UnplacedProblem {
  /** The JSON pointer (RFC 6901) to the place in the document. */
  readonly pointer: string;
  readonly message: string;
}
