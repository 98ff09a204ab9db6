import { createExample, createValidator, type Json, type JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { Draw } from '../support/create-random.ts';
import { NAMES, VALUES } from './seeded-schemas.ts';

/**
 * Lists objects to judge by a schema: one that fits, if one is found, variants of it, and random
 * ones.
 */
export function listSeededValues(
  schema: JsonSchema,
  { draw, count }: { readonly draw: Draw; readonly count: number },
): readonly Json[] {
  const pick = <Item>(items: readonly Item[]): Item => items[draw(0, items.length - 1)] as Item;
  const found = createExample(schema, createValidator(schema));
  const example: Json = isRecord(found) ? found : {};
  const names = [...new Set([...listNames(schema), ...NAMES])];
  const values: Json[] = [example];
  while (values.length < count) {
    const isNear = draw(0, 3) > 0;
    let value: Json = isNear ? pick(values.slice(0, 5)) : {};
    for (let change = draw(1, 3); change > 0; change -= 1) value = alter(value, 0);
    values.push(isRecord(value) ? value : {});
  }
  return values;

  function alter(value: Json, depth: number): Json {
    if (Array.isArray(value) && draw(0, 4) > 0) {
      const items: Json[] = [...value];
      const at = draw(0, items.length);
      if (draw(0, 2) === 0) items.splice(at, 1);
      else items[at] = at < items.length ? alter(items[at] ?? null, depth + 1) : any(depth + 1);
      return items;
    }
    if (!isRecord(value) || (depth > 0 && draw(0, 4) === 0)) return any(depth);
    const entries = new Map(Object.entries(value as Readonly<Record<string, Json>>));
    const known = [...entries.keys()];
    const name = known.length > 0 && draw(0, 2) > 0 ? pick(known) : pick(names);
    const inner = entries.get(name);
    if (inner !== undefined && draw(0, 3) === 0) entries.delete(name);
    else entries.set(name, inner === undefined ? any(depth + 1) : alter(inner, depth + 1));
    return Object.fromEntries(entries);
  }

  function any(depth: number): Json {
    const kind = depth > 3 ? 0 : draw(0, 4);
    if (kind === 3) return Array.from({ length: draw(0, 3) }, () => any(depth + 1));
    if (kind < 4) return pick(VALUES);
    const members = Array.from(
      { length: draw(0, 2) },
      () => [pick(names), any(depth + 1)] as const,
    );
    return Object.fromEntries(members);
  }
}

/** Lists the names of the properties that a schema mentions, at most 200. */
function listNames(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(listNames);
  if (!isRecord(schema)) return [];
  const own = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  return [...own, ...Object.values(schema).flatMap(listNames)].slice(0, 200);
}
