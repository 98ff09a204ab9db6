import type { JsonSchema } from '../types/json.ts';
import { previewJson } from '../problems/preview-json.ts';
import { listPatterns, toSyntaxError } from './list-patterns.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';
import { isUnsafePattern } from './unsafe-pattern.ts';
import type { Subschema } from '../references/list-subschemas.ts';

/** Patterns that are no regular expressions, and those that some texts make endless. */
export function checkPatterns(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  const endless = listPatterns(subschema).filter(
    ({ pattern }) => toSyntaxError(pattern) === undefined && isUnsafePattern(pattern),
  );
  return [
    ...checkPatternSyntax(root, subschema),
    ...endless.map(({ pattern, pointer }) =>
      toSchemaIssue(root, {
        code: 'schema-pattern-unsafe',
        severity: 'warning',
        pointer,
        expected: 'a regular expression whose time does not explode with the length of the text',
        current: previewJson(pattern),
      }),
    ),
  ];
}

/** Patterns that are no regular expressions. */
export function checkPatternSyntax(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  return listPatterns(subschema).flatMap(({ pattern, pointer }) => {
    const reason = toSyntaxError(pattern);
    if (reason === undefined) return [];
    const expected = 'a regular expression with the flag u';
    const current = `${previewJson(pattern)} (${reason})`;
    return [toSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current })];
  });
}
