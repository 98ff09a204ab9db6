import type { JsonSchema } from '@formwork/schema';
import { UI_HINTS_KEYWORD } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { FORM_DEFAULT } from './form-keywords.ts';

/**
 * Keywords that hold values of the agent and not schemas, so that a `$ref` in them is no reference.
 */
const VALUES = new Set([FORM_DEFAULT, UI_HINTS_KEYWORD, 'enum', 'const', 'examples']);

/** Keywords that hold schemas by name, so that the names in them are not keywords. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'dependencies',
  'dependentSchemas',
  '$defs',
]);

/**
 * Copies a form schema and replaces each schema directly within it by the result of `map`, which
 * also gets the keyword that contains it.
 */
export function mapMembers(
  schema: JsonSchema,
  map: (member: unknown, keyword: string) => unknown,
): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, member]): [string, unknown] => {
    if (VALUES.has(keyword)) return [keyword, member];
    if (!MAPS.has(keyword) || !isRecord(member)) return [keyword, map(member, keyword)];
    const named = Object.entries(member).map(([name, inner]): [string, unknown] => [
      name,
      map(inner, keyword),
    ]);
    return [keyword, Object.fromEntries(named)];
  });
  return Object.fromEntries(entries);
}
