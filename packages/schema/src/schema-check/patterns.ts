import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';

/** Finds patterns that are not regular expressions. */
export function checkPatternSyntax(root: JsonSchema, subschema: Subschema): readonly SchemaIssue[] {
  return listPatterns(subschema).flatMap(({ pattern, pointer }) => {
    const reason = findPatternFault(pattern);
    if (reason === undefined) return [];
    const expected = 'a regular expression with the flag u';
    const current = `${previewJson(pattern)} (${reason})`;
    return [
      createSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current }),
    ];
  });
}

/** A regular expression in a schema, and the JSON pointer to it. */
export interface PatternPlace {
  readonly pattern: string;
  readonly pointer: string;
}

/** Lists the regular expressions that a schema holds directly. */
export function listPatterns({ schema, pointer }: Subschema): readonly PatternPlace[] {
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
