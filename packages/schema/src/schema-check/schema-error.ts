import { FormworkError } from '../errors/formwork-error.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** Thrown when values cannot be checked against a schema, since the schema itself is wrong. */
export class SchemaError extends FormworkError {
  readonly code = 'SCHEMA_INVALID';

  /** Issues of the schema; at least one. */
  readonly issues: readonly SchemaIssue[];

  constructor(subject: string, issues: readonly SchemaIssue[], options?: ErrorOptions) {
    const lines = issues.map(({ message }, index) => `  ${index + 1}. ${message}`);
    super(`Cannot use ${subject} as it must be a valid schema:\n${lines.join('\n')}`, options);
    this.issues = issues;
  }
}
