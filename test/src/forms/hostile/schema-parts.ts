import type { Json, JsonSchema } from '@formwork/schema';
import type { Draw } from '../../support/create-random.ts';

/** A schema that takes any text. */
export const TEXT: JsonSchema = { type: 'string' };

/** Makes an object schema with the given properties. */
export function toGroup(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  const inner = typeof rest['properties'] === 'object' ? rest['properties'] : {};
  return { type: 'object', ...rest, properties: { ...properties, ...inner } };
}

/** Makes `count` properties whose kinds alternate, from a random first kind. */
export function toFields(count: number, draw: Draw): JsonSchema {
  const start = draw(0, 9);
  return Object.fromEntries(repeat(count, (at) => [`f${at}`, toField(start + at)] as const));
}

export function toField(kind: number): JsonSchema {
  const fields: readonly JsonSchema[] = [
    TEXT,
    { type: 'integer', minimum: 0 },
    { type: 'boolean' },
    { enum: ['a', 'b', 'c'] },
    { type: 'string', format: 'date-time' },
    { type: ['string', 'null'] },
    { type: 'array', items: TEXT },
    { type: 'string', minLength: 1, maxLength: 10 },
    { type: 'number', multipleOf: 0.01 },
    { anyOf: [TEXT, { type: 'number' }] },
  ];
  return fields[kind % fields.length] ?? TEXT;
}

/** Returns a schema that uses a definition in a random way, such as for the items of a list. */
export function toUse(draw: Draw, reference: JsonSchema): JsonSchema {
  const uses: readonly JsonSchema[] = [
    reference,
    { type: 'array', items: reference },
    { anyOf: [reference, { type: 'null' }] },
    { type: 'object', additionalProperties: reference },
  ];
  return uses[draw(0, uses.length - 1)] ?? reference;
}

/** Returns `count` names with a prefix and a number. */
export function toNames(prefix: string, count: number): readonly string[] {
  return repeat(count, (at) => `${prefix}${at}`);
}

/** Makes a text of a given length from pieces that may be misread as markup or control text. */
export function toText(draw: Draw, length: number): string {
  const pieces = ['x', 'x ', '\u202E', '<b>', '\n', '# ', '[a](b) ', '字'];
  return (pieces[draw(0, pieces.length - 1)] ?? 'x').repeat(length).slice(0, length);
}

/** Makes an object nested `depth` levels deep, with the members `beside` on each level. */
export function nest(depth: number, beside: Readonly<Record<string, Json>>): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = { ...beside, next: value };
  return value;
}

/** Makes a list of `count` items, each from its position. */
export function repeat<Item>(count: number, make: (at: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_item, at) => make(at));
}
