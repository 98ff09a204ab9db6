import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { convertArray } from './convert-array.ts';
import { convertObject } from './convert-object.ts';
import {
  convertParts,
  findOnlyPart,
  joinScalars,
  toPartAnnotations,
  toPartType,
} from './convert-parts.ts';
import { convertScalar } from './convert-scalar.ts';
import { convertUnion } from './convert-union.ts';
import { NULLABLE } from './form-keywords.ts';
import {
  toDefinitionName,
  toEditor,
  toInner,
  type FormConverter,
  type Place,
} from './form-converter.ts';
import { inferTypes, listValues, type FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

/** Keywords beside a `$ref` that add something to be drawn. */
const STRUCTURE = [
  'properties',
  'allOf',
  'anyOf',
  'oneOf',
  'items',
  'prefixItems',
  'if',
  'required',
];

/** The schema as a form draws it. `false`, which nothing fits, is `undefined`. */
export function convertSchema(converter: FormConverter, place: Place): JsonSchema | undefined {
  const { schema, pointer, depth } = place;
  if (schema === false) return undefined;
  if (!isRecord(schema)) return toEditor(converter, place, 'anything');
  if (converter.targets.has(pointer)) return convertReference(converter, { ...place, schema });
  if (depth > converter.limits.depth) return toEditor(converter, place, 'size');
  if ((listValues(schema)?.length ?? 0) > converter.limits.choices) {
    return toEditor(converter, place, 'size');
  }
  const named = inferTypes(schema);
  const types = named.filter((type) => type !== 'null');
  const annotations = {
    ...toAnnotations(schema),
    ...(named.includes('null') && types.length > 0 ? { [NULLABLE]: true } : {}),
  };
  // What lists its values is a choice, whatever their types.
  if (listValues(schema) !== undefined) {
    return { ...annotations, ...convertScalar(schema, types.length === 1 ? types[0] : 'null') };
  }
  if (types.length > 1) return convertTypes(converter, { ...place, schema }, types);
  const only = findOnlyPart(schema);
  if (only !== undefined && place.base === undefined) {
    const part = converter.convert(toInner(place, ['allOf', only]));
    return part === undefined
      ? undefined
      : { ...part, ...toPartAnnotations(schema), ...annotations };
  }
  const union = convertUnion(converter, { ...place, schema });
  if (union?.kind === 'instead') return { ...annotations, ...union.schema };
  const parts = { ...convertParts(converter, place), ...union?.schema };
  const type = types[0] ?? (named.includes('null') ? 'null' : undefined) ?? toPartType(parts);
  const own = convertOwn(converter, { ...place, schema }, { type, parts });
  if (own === undefined) return toEditor(converter, place, 'anything');
  const converted = { ...annotations, ...joinScalars(own, parts) };
  return type === undefined || type === 'null' || !named.includes('null')
    ? converted
    : { ...converted, type: [type, 'null'] };
}

/** What is known of a schema before its own keywords are read. */
interface Known {
  readonly type: FormType | undefined;
  readonly parts: JsonSchema;
}

/** The keywords of the schema itself; `undefined` if there is nothing to draw. */
function convertOwn(
  converter: FormConverter,
  place: Place & { readonly schema: JsonSchema },
  { type, parts }: Known,
): JsonSchema | undefined {
  const isPart = place.base !== undefined;
  switch (type) {
    case 'object':
      return convertObject(converter, place, parts);
    case 'array':
      return convertArray(converter, place);
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return isPart && place.schema['type'] === undefined
        ? convertScalar(place.schema, undefined)
        : convertScalar(place.schema, type);
    case undefined:
      return isPart || 'anyOf' in parts || 'oneOf' in parts ? {} : undefined;
  }
}

function convertReference(
  converter: FormConverter,
  place: Place & { readonly schema: JsonSchema },
): JsonSchema {
  const { schema, pointer, depth } = place;
  const target = converter.targets.get(pointer);
  if (target === undefined || isCircle(converter, pointer)) {
    return toEditor(converter, place, 'reference');
  }
  const annotations = toAnnotations(schema);
  const reference = { $ref: `#/$defs/${toDefinitionName(converter, target)}` };
  const isAlone = converter.isRefAlone || !STRUCTURE.some((keyword) => keyword in schema);
  if (isAlone) return { ...annotations, ...reference };
  const { $ref: _1, $dynamicRef: _2, $recursiveRef: _3, ...rest } = schema;
  const targets = new Map(converter.targets);
  targets.delete(pointer);
  const beside: FormConverter = {
    ...converter,
    targets,
    convert: (inner: Place) => convertSchema(beside, inner),
  };
  const own = convertSchema(beside, { schema: rest, pointer, depth, base: new Set() });
  return { ...annotations, allOf: [reference, own ?? {}] };
}

/** True if the reference leads back to itself without a group or list in between. */
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

/** Schemas that are asked about the same value as the one that has them. */
function listInPlace(converter: FormConverter, pointer: string): readonly string[] {
  const schema = converter.resolve(pointer);
  if (!isRecord(schema)) return [];
  return ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((_member, at) => `${pointer}/${keyword}/${at}`) : [];
  });
}

/** `type: ["string", "object"]` becomes a choice of what to enter. */
function convertTypes(
  converter: FormConverter,
  place: Place & { readonly schema: JsonSchema },
  types: readonly FormType[],
): JsonSchema {
  const { title: _title, description: _description, default: _default, ...rest } = place.schema;
  const withNull = inferTypes(place.schema).includes('null') ? [...types, 'null' as const] : types;
  const anyOf = withNull.map((type) => {
    if (type === 'null') return { type, title: converter.typeNames.null };
    const option = { ...place, schema: { ...rest, type, nullable: undefined } };
    const converted = convertSchema(converter, option) ?? {};
    return { ...converted, title: converter.typeNames[type] };
  });
  return { ...toAnnotations(place.schema), anyOf };
}
