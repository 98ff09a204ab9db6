import { embedMetaSchema } from '../schema-check/embed-meta-schema.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { judgeSchema } from './judge-schema.ts';

/** Options of {@link checkSchema}: what stands before the pointers of its issues. */
export interface CheckSchemaOptions {
  /**
   * The text that is put before the pointer of every issue, for a schema inside a larger document.
   * Default `''`.
   */
  readonly pointerPrefix?: string;
}

/**
 * Finds everything that is wrong or doubtful in a schema for the input or output of a skill, errors
 * first; `[]` if nothing is. It never throws and never fetches.
 *
 * Codes of errors: `schema-not-json`, `schema-dialect-unknown`, `schema-dialect-mixed`,
 * `schema-invalid` (its meta-schema), `schema-reference-unresolved`, `schema-reference-cycle`,
 * `schema-reference-ambiguous`, `schema-root-not-object`, `schema-pattern-invalid`,
 * `schema-integer-unsafe`, `schema-uncompilable`. Of warnings: `schema-pattern-unsafe`,
 * `schema-type-assumed` (of a root with `properties`),
 * `schema-pattern-rewritten` (read in another way), `schema-integer-unsafe` (of a bound),
 * `schema-keyword-unknown`, `schema-keyword-ignored` (beside a `$ref`, up to draft 07),
 * `schema-format-unknown`, `schema-required-undeclared`, `schema-required-empty` (in draft 04), `schema-default-misfit`, `schema-example-text`,
 * `schema-hint-unknown`, and those of `vetSchema` where callers
 * will refuse the schema.
 *
 * @example
 * ```ts
 * import { checkSchema } from '@formwork/schema';
 *
 * for (const { pointer, message } of checkSchema({ type: 'strin' })) console.log(pointer, message);
 * ```
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

/**
 * Adds a warning for each reason why callers will refuse a schema, found by the same vetting that
 * callers do. They are no errors, because a caller may have limits of its own. A refusal replaces
 * an issue at the same place, because it says more.
 */
export function addCallerRefusals(
  schema: JsonSchema,
  issues: readonly SchemaIssue[],
): readonly SchemaIssue[] {
  if (issues.some(({ severity }) => severity === 'error')) return issues;
  const outcome = vetSchema(embedMetaSchema(schema));
  if (outcome.kind === 'vetted') return issues;
  const refusals = outcome.issues.map((issue): SchemaIssue => ({
    ...issue,
    severity: 'warning',
    message: issue.message.replace(/^Cannot use/u, 'Callers will refuse'),
  }));
  const remaining = issues.filter(
    ({ code, pointer }) =>
      !refusals.some((refusal) => refusal.code === code && refusal.pointer === pointer),
  );
  return [...remaining, ...refusals];
}
