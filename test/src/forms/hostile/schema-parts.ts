import type { Json, JsonSchema } from '@formwork/schema';
import type { Draw } from '../../support/create-random.ts';

/** A text. */
export const TEXT: JsonSchema = { type: 'string' };

/** An object with these properties. */
export function toGroup(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  const inner = typeof rest['properties'] === 'object' ? rest['properties'] : {};
  return { type: 'object', ...rest, properties: { ...properties, ...inner } };
}

/** Properties of all kinds in turn. */
/** A property of the kind that the number stands for. */
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

/** A way to use a definition. */
export function toUse(draw: Draw, reference: JsonSchema): JsonSchema {
  const uses: readonly JsonSchema[] = [
    reference,
    { type: 'array', items: reference },
    { anyOf: [reference, { type: 'null' }] },
    { type: 'object', additionalProperties: reference },
  ];
  return uses[draw(0, uses.length - 1)] ?? reference;
}

/** Names that are counted. */
export function toNames(prefix: string, count: number): readonly string[] {
  return repeat(count, (at) => `${prefix}${at}`);
}

/** A text of pieces that may be read as something else. */
export function toText(draw: Draw, length: number): string {
  const pieces = ['x', 'x ', '\u202E', '<b>', '\n', '# ', '[a](b) ', '字'];
  return (pieces[draw(0, pieces.length - 1)] ?? 'x').repeat(length).slice(0, length);
}

/** An object within an object within an object. */
export function nest(depth: number, beside: Readonly<Record<string, Json>>): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = { ...beside, next: value };
  return value;
}

/** As many as asked for. */
export function repeat<Item>(count: number, make: (at: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_item, at) => make(at));
}
