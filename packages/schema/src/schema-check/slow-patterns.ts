import { isRecord } from '../json/record.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { findPatternRisk, type PatternRisk } from '../pattern/pattern-risk.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { checkPatternSyntax, listPatterns, type PatternLocation } from './patterns.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';

/** What makes a pattern slow, and how the same is said otherwise. */
const ADVICE: Readonly<Record<PatternRisk, string>> = {
  program: 'its repetitions, written out, take more than 50000 instructions: repeat less',
  states:
    'it counts repetitions of what may also stand before them, as [ab]*a[ab]{300}c does: count fewer, or begin with ^ and what tells them apart',
  looks:
    'it joins too many looks ahead or behind that do not stand at the beginning: begin with ^ and the looks, or use one pattern for each ("allOf")',
  references:
    'it refers to its groups, as (a+)\\1 does: write out what may be repeated, or compare in the skill',
  ways: 'the library runs it in the engine of JavaScript, which tries many ways: begin with ^ and let no two repetitions meet that take the same characters',
};

/** Says what a pattern must be that may run out of time, and what helps. */
function describePatternRisk(risk: PatternRisk): string {
  const limit = risk === 'program' ? '' : ', or stand beside a "maxLength" that keeps texts short';
  return `a regular expression that ends in time for every text${limit} (${ADVICE[risk]})`;
}

/**
 * Finds patterns that are not regular expressions, and those that run out of time here for some
 * texts, so that a check ends with `timeout`.
 */
export function checkPatterns(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  const slow = listPatterns(subschema).flatMap((entry) => {
    const pattern = toUnicodePattern(entry.pattern);
    if (findPatternFault(pattern) !== undefined) return [];
    const maxLength = findMaxLength(subschema, entry);
    const risk = findPatternRisk(pattern, maxLength === undefined ? {} : { maxLength });
    return risk === undefined ? [] : [createPatternIssue(root, entry, risk)];
  });
  return [...checkPatternSyntax(root, subschema), ...slow];
}

/** Makes the warning about a pattern that may run out of time. */
export function createPatternIssue(
  root: JsonSchema,
  { pattern, pointer }: PatternLocation,
  risk: PatternRisk,
): SchemaIssue {
  return createSchemaIssue(root, {
    code: 'schema-pattern-unsafe',
    severity: 'warning',
    pointer,
    expected: describePatternRisk(risk),
    current: previewJson(pattern),
  });
}

/** The most characters of the texts that reach a pattern of a schema; `undefined` without a limit. */
export function findMaxLength(
  { schema, pointer: base }: Subschema,
  { pointer }: PatternLocation,
): number | undefined {
  if (typeof schema === 'boolean') return undefined;
  // A text that is too long is refused before the pattern; a name is, by the schema of names.
  const isOfText = pointer === `${base}/pattern`;
  const holder = isOfText ? schema : schema['propertyNames'];
  const limit = isRecord(holder) ? holder['maxLength'] : undefined;
  return typeof limit === 'number' && limit >= 0 ? limit : undefined;
}
