import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';

/** Finds patterns that are not regular expressions, and those that have to be written in another way. */
export function checkPatternSyntax(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  return listPatterns(subschema).flatMap(({ pattern, pointer }) => {
    const unicodePattern = toUnicodePattern(pattern);
    const reason = findPatternFault(unicodePattern);
    if (reason === undefined) {
      return unicodePattern === pattern
        ? []
        : [createRewrittenIssue({ pattern, pointer }, unicodePattern)];
    }
    const expected = 'a regular expression with the flag u';
    const current = `${previewJson(pattern)} (${reason})`;
    return [
      createSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current }),
    ];
  });
}

/** Makes the warning about a pattern that others may refuse, because it is none with the flag `u`. */
function createRewrittenIssue(
  { pattern, pointer }: PatternLocation,
  unicodePattern: string,
): SchemaIssue {
  const [current, better] = [pattern, unicodePattern].map((text) => previewJson(text));
  const message = `The pattern ${current} is read as ${better}, because it is none with the flag u: write that, or others may refuse the schema`;
  return { severity: 'warning', code: 'schema-pattern-rewritten', pointer, message };
}

/** A regular expression in a schema, and the JSON pointer to it. */
export interface PatternLocation {
  readonly pattern: string;
  readonly pointer: string;
}

/** Lists the regular expressions that a schema holds directly. */
export function listPatterns({ schema, pointer }: Subschema): readonly PatternLocation[] {
  if (typeof schema === 'boolean') return [];
  const { pattern, patternProperties } = schema;
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const at = appendPointer(pointer, 'patternProperties');
  return [
    ...(typeof pattern === 'string'
      ? [{ pattern, pointer: appendPointer(pointer, 'pattern') }]
      : []),
    ...names.map((name) => ({ pattern: name, pointer: appendPointer(at, name) })),
  ];
}
