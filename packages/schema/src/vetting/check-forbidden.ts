import { type SchemaIssue, createSchemaIssue } from '../schema-check/schema-issue.ts';
import type { Subschema } from '../references/schema-keywords.ts';

import { isRecord } from '../json/record.ts';
import { appendPointer } from '../json/json-pointer.ts';
import type { JsonSchema } from '../types/json.ts';
import type { VetLimits } from './vet-limits.ts';

/**
 * The keywords that a schema from somebody else must not have: they make a validator wait, follow
 * the data or skip keywords, or do not belong to JSON Schema, so that other validators may read
 * them differently.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(['$async', '$vocabulary', '$data']);

const ALTERNATIVES: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];

/** Finds keywords that a schema from somebody else must not have, and lists that are too long. */
export function checkForbidden(
  root: JsonSchema,
  { schema, pointer }: Subschema,
  { branches, enumValues }: VetLimits,
): readonly SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  const refused = Object.entries(schema).flatMap(([name, value]) => {
    const isForbidden = FORBIDDEN.has(name);
    const isData = isRecord(value) && typeof value['$data'] === 'string' && !isMap(name);
    if (!isForbidden && !isData) return [];
    const at = appendPointer(pointer, name);
    const expected = isForbidden ? 'absent' : 'a value, without "$data"';
    return [createSchemaIssue(root, { code: 'schema-keyword-refused', pointer: at, expected })];
  });
  const lists: readonly (readonly [string, number])[] = [
    ...ALTERNATIVES.map((name) => [name, branches] as const),
    ['enum', enumValues],
  ];
  const long = lists.flatMap(([name, most]) => {
    const list = schema[name];
    if (!Array.isArray(list) || list.length <= most) return [];
    return [
      createSchemaIssue(root, {
        code: 'schema-too-complex',
        pointer: appendPointer(pointer, name),
        expected: `a list of at most ${most}`,
        current: `${list.length}`,
      }),
    ];
  });
  return [...refused, ...long];
}

/** True for a keyword whose members are names of properties, not keywords. */
function isMap(keyword: string): boolean {
  return /^(?:properties|patternProperties|\$defs|definitions|depend.*|const|default)$/u.test(
    keyword,
  );
}
