import { FormworkError } from '../errors/formwork-error.ts';
import { parsePointer, resolvePointer } from '../json/json-pointer.ts';
import { describeValue } from '../problems/describe-value.ts';
import { listValues } from '../problems/list-values.ts';
import { DIALECT_URIS } from '../references/dialect.ts';
import type { JsonSchema } from '../types/json.ts';

/** Something wrong, or doubtful, in a schema. */
export interface SchemaIssue {
  /**
   * The severity of the issue: a schema with an error cannot be used; a warning is for its author.
   */
  readonly severity: 'error' | 'warning';
  /**
   * The kind of issue, stable and for programs: `schema-invalid`, `schema-reference-unresolved`,
   * ...
   */
  readonly code: string;
  /** The JSON pointer (RFC 6901) to the issue in the schema; `''` is the whole schema. */
  readonly pointer: string;
  /** The issue in a sentence: "Cannot X because Y must be Z: current value is V". */
  readonly message: string;
}

/** Thrown when values cannot be checked against a schema, because the schema itself is wrong. */
export class SchemaError extends FormworkError {
  readonly code = 'SCHEMA_INVALID';

  /** The issues of the schema; at least one. */
  readonly issues: readonly SchemaIssue[];

  constructor(subject: string, issues: readonly SchemaIssue[], options?: ErrorOptions) {
    const lines = issues.map(({ message }, index) => `  ${index + 1}. ${message}`);
    super(`Cannot use ${subject} because it must be a valid schema:\n${lines.join('\n')}`, options);
    this.issues = issues;
  }
}

/**
 * Puts a finding into words as an issue: "Cannot use the schema because "minimum" must be ...: current
 * value is ...".
 */
export function createSchemaIssue(
  schema: unknown,
  finding: {
    readonly code: string;
    /** The severity of the fault. Default `error`. */
    readonly severity?: SchemaIssue['severity'];
    readonly pointer: string;
    /** The demand that the schema does not meet, in words that complete "must be ...". */
    readonly expected: string;
    /** The current value in words. Default: the value that the schema has at that place. */
    readonly current?: string;
  },
): SchemaIssue {
  const { code, severity = 'error', pointer, expected } = finding;
  const name = namePointer(pointer);
  const subject = name === '' ? 'the root' : JSON.stringify(name);
  const current = finding.current ?? describeValue(resolvePointer(schema, pointer));
  const message = `Cannot use the schema because ${subject} must be ${expected}: current value is ${current}`;
  return { severity, code, pointer, message };
}

/**
 * Returns the last name of a JSON pointer with the numbers after it, because a number alone says
 * nothing.
 */
function namePointer(pointer: string): string {
  const segments = parsePointer(pointer);
  const start = segments.findLastIndex((segment) => !/^\d+$/u.test(segment));
  return segments.slice(Math.max(0, start)).join('/');
}

/** Creates the issue of a schema that passed every check and still cannot be compiled. */
export function createCompileIssue(cause: unknown): SchemaIssue {
  const current = cause instanceof Error ? cause.message : String(cause);
  const expected = 'a schema that can be compiled';
  return createSchemaIssue({}, { code: 'schema-uncompilable', pointer: '', expected, current });
}

/** Creates the issue of a schema whose `$schema` names an unknown dialect. */
export function createDialectIssue(schema: JsonSchema): SchemaIssue {
  return createSchemaIssue(schema, {
    code: 'schema-dialect-unknown',
    pointer: '/$schema',
    expected: listValues(Object.values(DIALECT_URIS)),
  });
}
