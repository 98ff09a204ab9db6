import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { isEditor, toInner, type FormConverter, type Place } from './form-converter.ts';
import { inferTypes, type FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** Keywords that decide what a form draws for a schema. */
const DRAWN = ['$ref', '$dynamicRef', '$recursiveRef', 'allOf', 'anyOf', 'oneOf', 'if'];

/** Converts the members of `allOf` (its parts), which all apply to the same value. */
export function convertParts(converter: FormConverter, place: Place): JsonSchema {
  const { schema } = place;
  const list = isRecord(schema) ? schema['allOf'] : undefined;
  if (!Array.isArray(list)) return {};
  const allOf = list.flatMap((_member, position) => {
    const inner = toInner(place, ['allOf', position]);
    const converted = converter.convert({ ...inner, base: place.base ?? new Set() });
    return converted === undefined || isEditor(converted) || Object.keys(converted).length === 0
      ? []
      : [converted];
  });
  const different = toDifferent(allOf, (part) => part);
  return different.length === 0 ? {} : { allOf: different };
}

/**
 * Removes items that read the same as an earlier one: a part that stands in `allOf` twice adds
 * nothing, but doubles the work wherever such parts nest.
 */
function toDifferent<Item>(items: readonly Item[], read: (item: Item) => unknown): readonly Item[] {
  const texts = items.map((item) => JSON.stringify(read(item)));
  return items.filter((_item, at) => texts.indexOf(texts[at] ?? '') === at);
}

/** The type that the parts of a schema name; used if the schema around them names none. */
export function toPartType({ allOf }: JsonSchema): FormType | undefined {
  if (!Array.isArray(allOf)) return undefined;
  for (const part of allOf) {
    if (!isRecord(part)) continue;
    const [type] = inferTypes(part);
    if (type !== undefined) return type;
    // What is behind a reference or a union nearly always is a group.
    if ('$ref' in part || 'anyOf' in part || 'oneOf' in part) return 'object';
  }
  return undefined;
}

/**
 * The position of the one member of `allOf` that decides what is drawn, if nothing else does:
 * authors of schemas add a title or a default to a reference in this way.
 */
export function findOnlyPart(schema: unknown): number | undefined {
  if (!isRecord(schema) || !Array.isArray(schema['allOf'])) return undefined;
  const { allOf, ...own } = schema;
  if (isDrawable(own)) return undefined;
  const positions = allOf.flatMap((member, at) => (isDrawable(member) ? [at] : []));
  const [position, other] = toDifferent(positions, (at) => allOf[at]);
  return other === undefined ? position : undefined;
}

/**
 * Collects the titles, descriptions and other annotations of the parts of `allOf`; of several for
 * one keyword the last counts.
 */
export function toPartAnnotations({ allOf }: JsonSchema): JsonSchema {
  const parts = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  return Object.assign({}, ...parts.map(toAnnotations));
}

function isDrawable(schema: unknown): boolean {
  if (!isRecord(schema)) return schema !== true;
  return DRAWN.some((keyword) => keyword in schema) || inferTypes(schema).length > 0;
}

/**
 * Puts the parts of a text, number or switch into one schema, because nobody searches parts for its
 * keywords.
 */
export function joinScalars(own: JsonSchema, { allOf, ...rest }: JsonSchema): JsonSchema {
  const parts = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  const isScalar = SCALARS.has(own['type']) && Object.keys(rest).length === 0;
  if (!isScalar || parts.some((part) => DRAWN.some((keyword) => keyword in part))) {
    return { ...own, ...rest, ...(allOf === undefined ? {} : { allOf }) };
  }
  let joined = own;
  for (const part of parts) {
    const values = joinValues(joined['enum'], part['enum']);
    joined = { ...part, ...joined, ...(values === undefined ? {} : { enum: values }) };
  }
  return { ...joined, ...toAnnotations(own) };
}

function joinValues(one: unknown, other: unknown): unknown {
  if (!Array.isArray(one) || !Array.isArray(other)) return one ?? other;
  const texts = new Set(other.map((value) => JSON.stringify(value)));
  return one.filter((value) => texts.has(JSON.stringify(value)));
}
