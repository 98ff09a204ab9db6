import type { JsonSchema } from '@formwork/schema';
import { isRecord, toList, toRecord } from '@formwork/schema/json';
import { escapeName } from './escape-names.ts';
import {
  isEditor,
  toSubschemaNode,
  type FormConverter,
  type SchemaNode,
} from './form-converter.ts';
import { inferTypes, type FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** Keywords that decide which fields a form draws for a schema. */
const DRAWN = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'propertyDependencies',
];

/** Converts the members of a schema's `allOf` (its parts), which all apply to the same value. */
export function convertParts(converter: FormConverter, node: SchemaNode): JsonSchema {
  const { schema } = node;
  const list = isRecord(schema) ? schema['allOf'] : undefined;
  const allOf = toList(list).flatMap((_member, position) => {
    const inner = toSubschemaNode(node, ['allOf', position]);
    return convertPart(converter, { ...inner, base: node.base ?? new Set() });
  });
  const chosen = converter.hasChosen ? convertChosen(converter, node) : [];
  const different = toDifferent([...allOf, ...chosen], (part) => part);
  return different.length === 0 ? {} : { allOf: different };
}

function convertPart(converter: FormConverter, node: SchemaNode): readonly JsonSchema[] {
  const converted = converter.convert(node);
  return converted === undefined || isEditor(converted) || Object.keys(converted).length === 0
    ? []
    : [converted];
}

/** Converts the schemas that texts of properties choose (`propertyDependencies`) to conditions. */
function convertChosen(converter: FormConverter, node: SchemaNode): readonly JsonSchema[] {
  const { properties, propertyDependencies } = toRecord(node.schema);
  const base = new Set([...(node.base ?? []), ...Object.keys(toRecord(properties))]);
  return Object.entries(toRecord(propertyDependencies)).flatMap(([name, schemas]) =>
    Object.keys(toRecord(schemas)).flatMap((text) => {
      const inner = toSubschemaNode(node, ['propertyDependencies', name, text]);
      const key = escapeName(name);
      const condition = { properties: { [key]: { const: text } }, required: [key] };
      const parts = convertPart(converter, { ...inner, base });
      return parts.map((then) => ({ if: condition, then }));
    }),
  );
}

/**
 * Removes items that equal an earlier one: a repeated part of `allOf` adds nothing, but doubles the
 * work for each level of nesting.
 */
function toDifferent<Item>(items: readonly Item[], read: (item: Item) => unknown): readonly Item[] {
  const texts = items.map((item) => JSON.stringify(read(item)));
  return items.filter((_item, at) => texts.indexOf(texts[at] ?? '') === at);
}

/**
 * Returns the type of a value by the parts of its schema's `allOf`, for a schema that names no type
 * itself.
 */
export function toPartType({ allOf }: JsonSchema): FormType | undefined {
  if (!Array.isArray(allOf)) return undefined;
  for (const part of allOf) {
    if (!isRecord(part)) continue;
    const [type] = inferTypes(part);
    if (type !== undefined) return type;
    // A reference or a union in `allOf` nearly always leads to a group.
    if ('$ref' in part || 'anyOf' in part || 'oneOf' in part) return 'object';
  }
  return undefined;
}

/**
 * Finds the position of the only member of `allOf` that has something to draw, if the schema around
 * it has nothing. Authors often write this to add a title or default to a reference.
 */
export function findOnlyPart(schema: unknown): number | undefined {
  if (!isRecord(schema) || !Array.isArray(schema['allOf'])) return undefined;
  const { allOf, ...siblings } = schema;
  if (isDrawable(siblings)) return undefined;
  const positions = allOf.flatMap((member, at) => (isDrawable(member) ? [at] : []));
  const [position, second] = toDifferent(positions, (at) => allOf[at]);
  return second === undefined ? position : undefined;
}

/**
 * Collects the titles, descriptions and other annotations from the members of `allOf`; the last one
 * of each keyword counts.
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
 * Merges the `allOf` of a text, number or switch into one schema, because controls read keywords
 * only from the schema itself.
 */
export function joinScalars(base: JsonSchema, { allOf, ...additions }: JsonSchema): JsonSchema {
  const parts = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  const isScalar = SCALARS.has(base['type']) && Object.keys(additions).length === 0;
  if (!isScalar || parts.some((part) => DRAWN.some((keyword) => keyword in part))) {
    return { ...base, ...additions, ...(allOf === undefined ? {} : { allOf }) };
  }
  let joined = base;
  for (const part of parts) {
    const values = joinValues(joined['enum'], part['enum']);
    joined = { ...part, ...joined, ...(values === undefined ? {} : { enum: values }) };
  }
  return { ...joined, ...toAnnotations(base) };
}

function joinValues(first: unknown, second: unknown): unknown {
  if (!Array.isArray(first) || !Array.isArray(second)) return first ?? second;
  const texts = new Set(second.map((value) => JSON.stringify(value)));
  return first.filter((value) => texts.has(JSON.stringify(value)));
}
