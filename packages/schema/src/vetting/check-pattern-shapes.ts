import type { PatternPlace } from '../schema-check/list-patterns.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { toSchemaIssue } from '../schema-check/to-schema-issue.ts';
import { isUnsafePattern } from '../schema-check/unsafe-pattern.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import type { VetLimits } from './vet-limits.ts';

/** Options of {@link checkPatternShapes}. */
interface PatternShapesOptions {
  readonly patterns: readonly PatternPlace[];
  readonly limits: VetLimits;
}

/**
 * Patterns of somebody else that must not run, as some texts make them endless. What the time for
 * the analysis does not reach is refused.
 */
export function checkPatternShapes(
  root: JsonSchema,
  { patterns, limits }: PatternShapesOptions,
): readonly SchemaIssue[] {
  const deadline = Date.now() + limits.patternMilliseconds;
  return patterns.flatMap(({ pattern, pointer }) => {
    const milliseconds = deadline - Date.now();
    if (milliseconds > 0 && !isUnsafePattern(pattern, { milliseconds })) return [];
    const expected = 'a regular expression whose time does not explode with the length of the text';
    const current = previewJson(pattern);
    return [toSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current })];
  });
}
