import { listPatterns, toSyntaxError, type PatternPlace } from '../schema-check/list-patterns.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { toSchemaIssue } from '../schema-check/to-schema-issue.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import type { VetLimits } from './vet-limits.ts';

/** Options of {@link checkPatternTexts}. */
interface PatternTextsOptions {
  readonly patterns: readonly PatternPlace[];
  readonly limits: VetLimits;
}

/** The patterns of a document, each once. */
export function listDifferentPatterns(index: SchemaIndex): readonly PatternPlace[] {
  const pointers = new Map<string, string>();
  for (const place of index.places.values()) {
    for (const { pattern, pointer } of listPatterns(place)) pointers.set(pattern, pointer);
  }
  return [...pointers].map(([pattern, pointer]) => ({ pattern, pointer }));
}

/** Patterns of somebody else that are no regular expressions, too long or too many. */
export function checkPatternTexts(
  root: JsonSchema,
  { patterns, limits }: PatternTextsOptions,
): readonly SchemaIssue[] {
  if (patterns.length > limits.patterns) {
    const expected = `one with at most ${limits.patterns} different patterns`;
    const current = `${patterns.length}`;
    return [toSchemaIssue(root, { code: 'schema-too-complex', pointer: '', expected, current })];
  }
  return patterns.flatMap(({ pattern, pointer }) => {
    if (pattern.length > limits.patternLength) {
      const expected = `a pattern of at most ${limits.patternLength} characters`;
      const current = `${pattern.length} characters`;
      return [toSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current })];
    }
    const reason = toSyntaxError(pattern);
    if (reason === undefined) return [];
    const expected = `a regular expression with the flag u (${reason})`;
    const current = previewJson(pattern);
    return [toSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current })];
  });
}
