import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import { vetSchema } from '../vetting/vet-schema.ts';

/**
 * Adds to what was found in a schema without errors why callers will refuse it, by the very vetting
 * that they do: warnings, as a caller may have limits of its own. What callers say of a place is said
 * once, as it says more.
 */
export function addCallerRefusals(
  schema: JsonSchema,
  found: readonly SchemaIssue[],
): readonly SchemaIssue[] {
  if (found.some(({ severity }) => severity === 'error')) return found;
  const outcome = vetSchema(schema);
  if (outcome.kind === 'vetted') return found;
  const refusals = outcome.issues.map((issue): SchemaIssue => ({
    ...issue,
    severity: 'warning',
    message: issue.message.replace(/^Cannot use/u, 'Callers will refuse'),
  }));
  const rest = found.filter(
    ({ code, pointer }) =>
      !refusals.some((refusal) => refusal.code === code && refusal.pointer === pointer),
  );
  return [...rest, ...refusals];
}
