import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { toChoice } from './control-kind.ts';
import { convertObject } from './convert-object.ts';
import {
  convertParts,
  findOnlyPart,
  joinScalars,
  toPartAnnotations,
  toPartType,
} from './convert-parts.ts';
import { convertUnion } from './convert-union.ts';
import {
  type FormConverter,
  type SchemaNode,
  toDefinitionName,
  toEditor,
  toSubschemaNode,
} from './form-converter.ts';
import { NULLABLE } from './form-keywords.ts';
import { type FormType, inferTypes, listValues } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

const TEXT = ['format', 'contentMediaType', 'contentEncoding'];

const COUNTS = ['minLength', 'maxLength'];

const NUMBERS = ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'];

/** Keywords that draw something of their own beside a `$ref`. */
const STRUCTURE = [
  'properties',
  'allOf',
  'anyOf',
  'oneOf',
  'items',
  'prefixItems',
  'if',
  'propertyDependencies',
  'required',
];

/**
 * Converts a schema into a form schema, from which a form is drawn; `undefined` for `false`, which
 * no value fits.
 */
export function convertSchema(converter: FormConverter, node: SchemaNode): JsonSchema | undefined {
  const { schema, pointer, depth } = node;
  if (schema === false) return undefined;
  if (!isRecord(schema)) return toEditor(converter, node, 'anything');
  if (converter.targets.has(pointer)) return convertReference(converter, { ...node, schema });
  if (depth > converter.limits.depth) return toEditor(converter, node, 'size');
  if ((listValues(schema)?.length ?? 0) > converter.limits.choices) {
    return toEditor(converter, node, 'size');
  }
  const named = inferTypes(schema);
  const types = named.filter((type) => type !== 'null');
  const annotations = {
    ...toAnnotations(schema),
    ...(named.includes('null') && types.length > 0 ? { [NULLABLE]: true } : {}),
  };
  // A schema that lists its values becomes a choice, whatever the types of the values.
  if (listValues(schema) !== undefined) {
    return { ...annotations, ...convertScalar(schema, types.length === 1 ? types[0] : 'null') };
  }
  if (types.length > 1) return convertTypes(converter, { ...node, schema }, types);
  const only = findOnlyPart(schema);
  if (only !== undefined && node.base === undefined) {
    const part = converter.convert(toSubschemaNode(node, ['allOf', only]));
    return part === undefined
      ? undefined
      : { ...part, ...toPartAnnotations(schema), ...annotations };
  }
  const union = convertUnion(converter, { ...node, schema });
  if (union?.kind === 'instead') return { ...annotations, ...union.schema };
  const parts = { ...convertParts(converter, node), ...union?.schema };
  const type = types[0] ?? (named.includes('null') ? 'null' : undefined) ?? toPartType(parts);
  const body = convertOwn(converter, { ...node, schema }, { type, parts });
  if (body === undefined) return toEditor(converter, node, 'anything');
  const converted = { ...annotations, ...joinScalars(body, parts) };
  return type === undefined || type === 'null' || !named.includes('null')
    ? converted
    : { ...converted, type: [type, 'null'] };
}

/**
 * Converts the keywords of a schema except its reference; `undefined` if there is nothing to draw.
 */
function convertOwn(
  converter: FormConverter,
  node: SchemaNode & { readonly schema: JsonSchema },
  {
    type,
    parts,
  }: {
    readonly type: FormType | undefined;
    readonly parts: JsonSchema;
  },
): JsonSchema | undefined {
  const isPart = node.base !== undefined;
  switch (type) {
    case 'object':
      return convertObject(converter, node, parts);
    case 'array':
      return convertArray(converter, node);
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return isPart && node.schema['type'] === undefined
        ? convertScalar(node.schema, undefined)
        : convertScalar(node.schema, type);
    case undefined:
      return isPart || 'anyOf' in parts || 'oneOf' in parts ? {} : undefined;
  }
}

function convertReference(
  converter: FormConverter,
  node: SchemaNode & { readonly schema: JsonSchema },
): JsonSchema {
  const { schema, pointer, depth } = node;
  const target = converter.targets.get(pointer);
  if (target === undefined || isCircle(converter, pointer)) {
    return toEditor(converter, node, 'reference');
  }
  const annotations = toAnnotations(schema);
  const reference = { $ref: `#/$defs/${toDefinitionName(converter, target)}` };
  const isAlone = converter.isRefAlone || !STRUCTURE.some((keyword) => keyword in schema);
  if (isAlone) return { ...annotations, ...reference };
  const { $ref: _1, $dynamicRef: _2, $recursiveRef: _3, ...siblings } = schema;
  const targets = new Map(converter.targets);
  targets.delete(pointer);
  const beside: FormConverter = {
    ...converter,
    targets,
    convert: (inner: SchemaNode) => convertSchema(beside, inner),
  };
  const sibling = convertSchema(beside, { schema: siblings, pointer, depth, base: new Set() });
  return { ...annotations, allOf: [reference, sibling ?? {}] };
}

/**
 * True if a reference leads back to itself without passing a group or a list, so that it can never
 * be drawn.
 */
function isCircle(converter: FormConverter, start: string): boolean {
  const reached = new Set<string>();
  const waiting = [start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const target = converter.targets.get(at);
    const next = target === undefined ? listInPlace(converter, at) : [target];
    for (const pointer of next) {
      if (pointer === start) return true;
      if (reached.has(pointer)) continue;
      reached.add(pointer);
      waiting.push(pointer);
    }
  }
  return false;
}

/**
 * Lists pointers to the schemas within a schema that apply to the same value, such as the members
 * of `allOf`.
 */
function listInPlace(converter: FormConverter, pointer: string): readonly string[] {
  const schema = converter.resolve(pointer);
  if (!isRecord(schema)) return [];
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((_member, at) => `${pointer}/${keyword}/${at}`) : [];
  });
}

/** Converts several types, such as `type: ["string", "object"]`, into a choice between them. */
function convertTypes(
  converter: FormConverter,
  node: SchemaNode & { readonly schema: JsonSchema },
  types: readonly FormType[],
): JsonSchema {
  const { title: _title, description: _description, default: _default, ...body } = node.schema;
  const withNull = inferTypes(node.schema).includes('null') ? [...types, 'null' as const] : types;
  const anyOf = withNull.map((type) => {
    if (type === 'null') return { type, title: converter.typeNames.null };
    const option = { ...node, schema: { ...body, type, nullable: undefined } };
    const converted = convertSchema(converter, option) ?? {};
    return { ...converted, title: converter.typeNames[type] };
  });
  return { ...toAnnotations(node.schema), anyOf };
}

/**
 * Converts the schema of a list: one schema for all rows, or a schema for each of the first rows
 * and one for the others.
 */
function convertArray(
  converter: FormConverter,
  node: SchemaNode & { readonly schema: JsonSchema },
): JsonSchema {
  const { schema } = node;
  const listed = ['prefixItems', 'items'].find((name) => Array.isArray(schema[name]));
  const bounds = toBounds(schema, converter.limits.minItems);
  if (listed !== undefined) {
    const list = Array.isArray(schema[listed]) ? schema[listed] : [];
    if (list.length > converter.limits.choices) return toEditor(converter, node, 'size');
    const items = list.map((_item, position) =>
      convertRow(converter, toSubschemaNode(node, [listed, position])),
    );
    const restKeyword = listed === 'prefixItems' ? 'items' : 'additionalItems';
    const isOpen = isRecord(schema[restKeyword]);
    const additionalItems = isOpen
      ? convertRow(converter, toSubschemaNode(node, [restKeyword]))
      : false;
    return { type: 'array', items, additionalItems, ...bounds };
  }
  if (schema['items'] === false) return { type: 'array', items: {}, maxItems: 0 };
  return {
    type: 'array',
    items: convertRow(converter, toSubschemaNode(node, ['items'])),
    ...bounds,
  };
}

function convertRow(converter: FormConverter, node: SchemaNode): JsonSchema {
  return converter.convert(node) ?? toEditor(converter, node, 'anything');
}

function toBounds(schema: JsonSchema, limit: number): JsonSchema {
  const { minItems, maxItems } = schema;
  return {
    ...(typeof minItems === 'number' && minItems > 0
      ? { minItems: Math.min(minItems, limit) }
      : {}),
    ...(typeof maxItems === 'number' && maxItems >= 0 ? { maxItems } : {}),
    ...(schema['uniqueItems'] === true ? { uniqueItems: true } : {}),
  };
}

/**
 * Converts the schema of a text, number, switch or choice. The form schema has no type if the
 * schema only adds to another one.
 */
function convertScalar(schema: JsonSchema, type: FormType | undefined): JsonSchema {
  // `null` becomes a choice, because the form library writes `null` for every field of that type.
  const values = listValues(schema) ?? (type === 'null' ? [null] : undefined);
  if (values !== undefined) {
    // A form refers to choices by position, so one control can offer values of any type.
    const isMixed = type !== 'boolean' && type !== 'number' && type !== 'integer';
    const list = toDistinct(values);
    // Other form libraries have labels of values, for which JSON Schema has no keyword.
    const names = schema['enumNames'];
    return {
      type: isMixed ? 'string' : type,
      ...(list.length > 1 && Array.isArray(names) && names.length === list.length
        ? { oneOf: list.map((value, at) => toChoice(value, names[at])) }
        : { enum: list }),
    };
  }
  const scalar: Record<string, unknown> = type === undefined ? {} : { type };
  const isNumeric = type === 'number' || type === 'integer';
  if (type === 'string' || type === undefined) {
    for (const name of TEXT) if (typeof schema[name] === 'string') scalar[name] = schema[name];
    for (const name of COUNTS) if (isCount(schema[name])) scalar[name] = schema[name];
  }
  if (isNumeric || type === undefined) {
    for (const name of NUMBERS) if (Number.isFinite(schema[name])) scalar[name] = schema[name];
  }
  const examples = schema['examples'];
  if (Array.isArray(examples)) {
    const texts = examples.filter((example) => ['string', 'number'].includes(typeof example));
    if (texts.length > 0) scalar['examples'] = texts.slice(0, 20);
  }
  // In draft 04, `exclusiveMinimum` and `exclusiveMaximum` are flags beside the bound.
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] !== true || scalar[bound] === undefined) continue;
    scalar[flag] = scalar[bound];
    delete scalar[bound];
  }
  return scalar;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function toDistinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
