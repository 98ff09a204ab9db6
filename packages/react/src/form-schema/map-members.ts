import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { FORM_DEFAULT } from './form-keywords.ts';

/** Keywords whose value is data of the agent: a `$ref` in it is not a reference. */
const VALUES = new Set([FORM_DEFAULT, 'enum', 'const', 'examples']);

/** Keywords whose value holds schemas by name, so that its names are not keywords. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'dependencies',
  'dependentSchemas',
  '$defs',
]);

/**
 * Copies a form schema and replaces every schema that it holds directly by what `map` makes of it,
 * given the keyword that holds it.
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
