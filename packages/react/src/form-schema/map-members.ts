import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { FORM_DEFAULT } from './form-keywords.ts';

/** Keywords that hold values of the agent: what looks like a reference there is none. */
const VALUES = new Set([FORM_DEFAULT, 'enum', 'const', 'examples']);

/** Keywords that hold schemas by name; a name is no keyword. */
const MAPS = new Set([
  'properties',
  'patternProperties',
  'dependencies',
  'dependentSchemas',
  '$defs',
]);

/**
 * A copy of a form schema in which every schema that it holds was replaced by what `map` makes of
 * it and the keyword that holds it. Lists are given as they are; values stay what they are.
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
