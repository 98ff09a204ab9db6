import { listPatterns, toSyntaxError } from '../schema-check/check-patterns.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { toSchemaIssue } from '../schema-check/to-schema-issue.ts';
import { isUnsafePattern } from '../schema-check/unsafe-pattern.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import type { VetLimits } from './vet-limits.ts';

/** Options of {@link vetPatterns}. */
interface VetPatternsOptions {
  readonly index: SchemaIndex;
  readonly limits: VetLimits;
}

/**
 * Patterns of somebody else that must not run: no regular expressions, too long, too many, or of a
 * shape that some texts make endless. What the time for the analysis does not reach is refused.
 */
export function vetPatterns(
  root: JsonSchema,
  { index, limits }: VetPatternsOptions,
): readonly SchemaIssue[] {
  const pointers = new Map<string, string>();
  for (const place of index.places.values()) {
    for (const { pattern, pointer } of listPatterns(place)) pointers.set(pattern, pointer);
  }
  if (pointers.size > limits.patterns) {
    const expected = `one with at most ${limits.patterns} different patterns`;
    const current = `${pointers.size}`;
    return [toSchemaIssue(root, { code: 'schema-too-complex', pointer: '', expected, current })];
  }
  const deadline = Date.now() + limits.patternMilliseconds;
  return [...pointers].flatMap(([pattern, pointer]) => {
    if (pattern.length > limits.patternLength) {
      const expected = `a pattern of at most ${limits.patternLength} characters`;
      const current = `${pattern.length} characters`;
      return [toSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current })];
    }
    const reason = toSyntaxError(pattern);
    const current = previewJson(pattern);
    if (reason !== undefined) {
      const expected = `a regular expression with the flag u (${reason})`;
      return [toSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current })];
    }
    const milliseconds = deadline - Date.now();
    if (milliseconds > 0 && !isUnsafePattern(pattern, { milliseconds })) return [];
    const expected = 'a regular expression whose time does not explode with the length of the text';
    return [toSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current })];
  });
}
