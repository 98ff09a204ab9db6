import type { JsonSchema } from '../types/json.ts';
import { addCallerRefusals } from './add-caller-refusals.ts';
import { judgeSchema } from './judge-schema.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';

/** Options of {@link checkSchema}. */
export interface CheckSchemaOptions {
  /** Put before the pointer of every issue. Default `''`. */
  readonly pointerPrefix?: string;
}

/**
 * Everything that is wrong or doubtful in a schema for the input or output of a skill, errors
 * first; `[]` if nothing is. Never throws, never fetches.
 *
 * Codes of errors: `schema-not-json`, `schema-dialect-unknown`, `schema-dialect-mixed`,
 * `schema-invalid` (its meta-schema), `schema-reference-unresolved`, `schema-reference-cycle`,
 * `schema-reference-ambiguous`, `schema-root-not-object`, `schema-pattern-invalid`,
 * `schema-integer-unsafe`, `schema-uncompilable`.
 * Of warnings: `schema-pattern-unsafe`, `schema-keyword-unknown`, `schema-keyword-ignored` (beside a
 * `$ref`, up to draft 07), `schema-format-unknown`, `schema-required-undeclared`, and those of
 * `vetSchema` where callers will refuse the schema.
 */
export function checkSchema(
  schema: JsonSchema,
  { pointerPrefix = '' }: CheckSchemaOptions = {},
): readonly SchemaIssue[] {
  const { issues } = judgeSchema(schema);
  return addCallerRefusals(schema, issues).map((issue) => ({
    ...issue,
    pointer: `${pointerPrefix}${issue.pointer}`,
  }));
}
