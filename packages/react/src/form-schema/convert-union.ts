import type { JsonSchema } from '@formwork/schema';
import { isRecord, parsePointer, toRecord } from '@formwork/schema/json';
import { cutVisibleText } from '../text/visible-text.ts';
import { toChoice } from './control-kind.ts';
import {
  isEditor,
  toEditor,
  toSubschemaNode,
  type FormConverter,
  type SchemaNode,
} from './form-converter.ts';
import { NULLABLE } from './form-keywords.ts';
import { humanizeName } from './humanize-name.ts';
import { inferTypes, listValues } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

/**
 * The form schema that an `anyOf` or `oneOf` becomes, and whether it replaces the other keywords of
 * its schema.
 */
type Union =
  /** The union replaces all other keywords of the schema. */
  | { readonly kind: 'instead'; readonly schema: JsonSchema }
  /** The union is drawn beside the other keywords of the schema. */
  | { readonly kind: 'beside'; readonly schema: JsonSchema };

/** Keywords that draw fields of their own beside a union. */
const STRUCTURE = ['properties', 'allOf', 'items', 'prefixItems', 'if', 'patternProperties'];

/** Keywords that give an alternative of a union something to draw. */
const DRAWN = [...STRUCTURE, 'type', '$ref', '$dynamicRef', 'enum', 'const', 'anyOf', 'oneOf'];

/**
 * Converts the `anyOf` or `oneOf` of a schema; `undefined` if it has neither, or nothing in them
 * can be drawn.
 */
export function convertUnion(
  converter: FormConverter,
  node: SchemaNode & { readonly schema: JsonSchema },
): Union | undefined {
  const { schema } = node;
  const keyword = findKeyword(schema);
  if (keyword === undefined) return undefined;
  const list = Array.isArray(schema[keyword]) ? schema[keyword] : [];
  if (list.length > converter.limits.choices) {
    return { kind: 'instead', schema: toEditor(converter, node, 'size') };
  }
  const options = list
    .map((_option, position) => toSubschemaNode(node, [keyword, position]))
    .filter((option) => option.schema !== false);
  const choices = toChoices(options);
  if (choices !== undefined) return { kind: 'instead', schema: choices };
  const isBeside = STRUCTURE.some((name) => name in schema);
  const solid = options.filter((option) => !isNull(option.schema));
  const hasNull = solid.length < options.length;
  const [only] = solid;
  if (!isBeside && solid.length === 1 && only !== undefined) {
    const converted = converter.convert(only) ?? {};
    return { kind: 'instead', schema: toNullable(converted, hasNull, toAnnotations(schema)) };
  }
  if (!options.some((option) => isDrawable(option.schema))) return undefined;
  const names = Object.keys(toRecord(schema['properties']));
  const base = node.base ?? (inferTypes(schema).length > 0 ? new Set(names) : undefined);
  const converted = options.map((option, position) => {
    const inner = base === undefined ? option : { ...option, base };
    return toOption(converter, inner, position);
  });
  return { kind: 'beside', schema: { [keyword]: converted } };
}

function findKeyword(schema: JsonSchema): 'oneOf' | 'anyOf' | undefined {
  return (['oneOf', 'anyOf'] as const).find((name) => Array.isArray(schema[name]));
}

function toOption(converter: FormConverter, node: SchemaNode, position: number): JsonSchema {
  if (isNull(node.schema)) return { type: 'null', title: converter.typeNames.null };
  const converted = converter.convert(node) ?? {};
  const title = converted['title'] ?? toTitle(converter, node) ?? `${position + 1}`;
  return { ...converted, title };
}

/**
 * Makes a title for an alternative without one, from its discriminator, the name in its reference,
 * or its type.
 */
function toTitle(converter: FormConverter, { schema, pointer }: SchemaNode): string | undefined {
  if (!isRecord(schema)) return undefined;
  const target = converter.targets.get(pointer);
  if (target !== undefined) {
    const definition = converter.resolve(target);
    if (isRecord(definition) && typeof definition['title'] === 'string') {
      return cutVisibleText(definition['title']);
    }
    return humanizeName(cutVisibleText(parsePointer(target).at(-1) ?? '')) || undefined;
  }
  const properties = toRecord(schema['properties']);
  for (const property of Object.values(properties)) {
    const values = isRecord(property) ? listValues(property) : undefined;
    if (values?.length === 1 && typeof values[0] === 'string')
      return humanizeName(cutVisibleText(values[0]));
  }
  const [type] = inferTypes(schema);
  const [name] = Object.keys(properties);
  if (type === 'object' && name !== undefined) return humanizeName(cutVisibleText(name));
  return type === undefined ? undefined : converter.typeNames[type];
}

/**
 * Turns alternatives of one value each into a choice with labels; `undefined` if an alternative is
 * not a single value.
 */
function toChoices(options: readonly SchemaNode[]): JsonSchema | undefined {
  const oneOf: JsonSchema[] = [];
  for (const { schema } of options) {
    const listed = isRecord(schema) ? listValues(schema) : undefined;
    if (!isRecord(schema) || listed?.length !== 1 || 'properties' in schema) return undefined;
    const [value] = listed;
    oneOf.push(toChoice(value, schema['title']));
  }
  if (oneOf.length === 0) return undefined;
  const isNumeric = oneOf.every((option) => typeof option['const'] === 'number');
  return { type: isNumeric ? 'number' : 'string', oneOf };
}

function toNullable(converted: JsonSchema, hasNull: boolean, annotations: JsonSchema): JsonSchema {
  if (!hasNull || isEditor(converted)) return { ...converted, ...annotations };
  const type = converted['type'];
  const isPlain = typeof type === 'string' && type !== 'null' && !('enum' in converted);
  return {
    ...converted,
    ...(isPlain ? { type: [type, 'null'] } : {}),
    ...annotations,
    [NULLABLE]: true,
  };
}

function isNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const types = inferTypes(schema);
  return types.length === 1 && types[0] === 'null';
}

function isDrawable(schema: unknown): boolean {
  return schema === true || (isRecord(schema) && DRAWN.some((keyword) => keyword in schema));
}
