import type { JsonSchema } from '@formwork/schema';
import { readUiHints, SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { appendPointer, isRecord, toRecord, toList } from '@formwork/schema/json';
import { escapeName } from './escape-names.ts';
import {
  type FormConverter,
  isEditor,
  type SchemaNode,
  toDefinitionName,
  toEditor,
  toEntry,
  toSubschemaNode,
} from './form-converter.ts';
import { tellsNothing } from './tells-nothing.ts';

/**
 * Keywords that give a schema an identity or refer to other schemas, and `default`. A copied
 * condition leaves them out, because references would lead elsewhere.
 */
const IDENTITY = new Set([
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'default',
]);

/**
 * The maximum length of a property's name that gets a field, in characters, because the name
 * becomes part of the label and the ids.
 */
export const MAX_NAME = 1000;

type ObjectNode = SchemaNode & { readonly schema: JsonSchema };

/**
 * Converts the schema of an object into the form schema of a group of fields; `undefined` if no
 * field can be drawn.
 */
export function convertObject(
  converter: FormConverter,
  node: ObjectNode,
  parts: JsonSchema,
): JsonSchema | undefined {
  const { schema, base } = node;
  const declared = isRecord(schema['properties']) ? schema['properties'] : undefined;
  const names = sortNames(declared ?? {}, readUiHints(schema).hints.order);
  if (names.some((name) => name.length > MAX_NAME)) {
    return toEditor(converter, node, 'names');
  }
  const allNames = new Set([...(base ?? []), ...names]);
  const properties = convertProperties(converter, node, names);
  const additional = convertAdditional(converter, node, names.length > 0);
  const rules = convertRules(converter, node, allNames);
  const required = toNames(schema['required']).map(escapeName);
  const group = {
    type: 'object',
    ...(names.length > 0 || declared !== undefined ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...additional,
    ...rules,
  };
  if (base !== undefined) {
    const { type: _type, ...rest } = group;
    return schema['type'] === undefined ? rest : group;
  }
  const isClosed = schema['additionalProperties'] === false || declared !== undefined;
  const isDrawn = ['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in parts);
  const isEmpty = names.length === 0 && Object.keys({ ...additional, ...rules }).length === 0;
  return isEmpty && !isClosed && !isDrawn ? undefined : group;
}

function convertProperties(
  converter: FormConverter,
  node: ObjectNode,
  names: readonly string[],
): JsonSchema {
  const entries = names.flatMap((name) => {
    const inner = toSubschemaNode(node, ['properties', name]);
    // A schema that adds to an existing field must not replace it by another kind of field.
    const base = node.base?.has(name) === true ? { base: new Set<string>() } : {};
    const converted = converter.convert({ ...inner, ...base });
    if (converted === undefined || (node.base?.has(name) === true && isEditor(converted))) {
      return [];
    }
    const field = tellsNothing(name, converted) ? withoutHelp(converted) : converted;
    return [[escapeName(name), field] as const];
  });
  return Object.fromEntries(entries);
}

function withoutHelp({ description: _description, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

/**
 * Lists the names of properties in the order of their fields: those in the hint first, and
 * properties of one section together, where the first of them stands.
 */
function sortNames(properties: JsonSchema, order: readonly string[] = []): readonly string[] {
  const orderedNames = [...new Set(order)].filter((name) => Object.hasOwn(properties, name));
  const names = [...new Set([...orderedNames, ...Object.keys(properties)])];
  const sections = new Map<string | symbol, string[]>();
  for (const name of names) {
    const section = toSectionHint(properties[name]) ?? Symbol(name);
    sections.set(section, [...(sections.get(section) ?? []), name]);
  }
  return [...sections.values()].flat();
}

/**
 * Converts the schema for properties whose names the person chooses (`additionalProperties` or
 * `patternProperties`). Patterns of names are never run. Without a schema, these properties stay in
 * the data but are not drawn.
 */
function convertAdditional(
  converter: FormConverter,
  node: ObjectNode,
  hasNames: boolean,
): JsonSchema {
  const { schema } = node;
  const patterns = Object.keys(toRecord(schema['patternProperties']));
  const [pattern] = patterns;
  const path = pattern === undefined ? ['additionalProperties'] : ['patternProperties', pattern];
  const inner = toSubschemaNode(node, path);
  if (!isRecord(inner.schema) || (hasNames && Object.keys(inner.schema).length === 0)) return {};
  if (Object.keys(inner.schema).length === 0) return {};
  const converted =
    patterns.length > 1 ? toEditor(converter, inner, 'anything') : converter.convert(inner);
  return converted === undefined
    ? {}
    : { additionalProperties: toEntry(converter, converted, inner.pointer) };
}

/**
 * Converts the rules of an object: `if`, and the keywords for properties that require other ones.
 */
function convertRules(
  converter: FormConverter,
  node: ObjectNode,
  base: ReadonlySet<string>,
): JsonSchema {
  const { schema } = node;
  const rules: Record<string, unknown> = {};
  if (isRecord(schema['if'])) {
    const toReference = (pointer: string): string | undefined => {
      const target = converter.targets.get(pointer);
      return target === undefined ? undefined : `#/$defs/${toDefinitionName(converter, target)}`;
    };
    rules['if'] = copyCondition(schema['if'], toSubschemaNode(node, ['if']).pointer, toReference);
    for (const name of ['then', 'else']) {
      if (!isRecord(schema[name])) continue;
      const converted = converter.convert({ ...toSubschemaNode(node, [name]), base });
      if (converted !== undefined && !isEditor(converted)) rules[name] = converted;
    }
    if (!('then' in rules) && !('else' in rules)) delete rules['if'];
  }
  const dependencies = new Map<string, unknown>();
  for (const keyword of ['dependencies', 'dependentSchemas', 'dependentRequired']) {
    for (const [name, value] of Object.entries(toRecord(schema[keyword]))) {
      const inner = { ...toSubschemaNode(node, [keyword, name]), base };
      const converted = Array.isArray(value)
        ? { required: toNames(value).map(escapeName) }
        : converter.convert(inner);
      if (converted === undefined || isEditor(converted)) continue;
      const key = escapeName(name);
      const earlier = dependencies.get(key);
      dependencies.set(key, earlier === undefined ? converted : { allOf: [earlier, converted] });
    }
  }
  if (dependencies.size > 0) rules['dependencies'] = Object.fromEntries(dependencies);
  return rules;
}

/** Returns the section that a property belongs to by a hint; `undefined` if it has none. */
function toSectionHint(schema: unknown): string | undefined {
  return isRecord(schema) ? readUiHints(schema).hints.section : undefined;
}

function toNames(value: unknown): readonly string[] {
  return toList(value).filter((name) => typeof name === 'string');
}

/**
 * A function that converts a pointer to a reference in the original schema into the local reference
 * of the form schema.
 */
type ToLocalReference = (pointer: string) => string | undefined;

/**
 * Copies a schema that only decides whether a value fits, such as that of `if`. Nothing of it is
 * drawn, so only its references change.
 */
function copyCondition(
  schema: unknown,
  pointer: string,
  toLocalReference: ToLocalReference,
): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item, position) =>
      copyCondition(item, appendPointer(pointer, position), toLocalReference),
    );
  }
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !IDENTITY.has(keyword))
    .map(([keyword, value]): [string, unknown] => {
      const shape = SUBSCHEMA_FORMS.get(keyword);
      if (keyword === 'required') return [keyword, toNames(value).map(escapeName)];
      if (shape === undefined) return [keyword, value];
      const at = appendPointer(pointer, keyword);
      if (shape !== 'map' || !isRecord(value)) {
        return [keyword, copyCondition(value, at, toLocalReference)];
      }
      const members = Object.entries(value).map(([name, member]): [string, unknown] => [
        keyword === 'properties' ? escapeName(name) : name,
        copyCondition(member, appendPointer(at, name), toLocalReference),
      ]);
      return [keyword, Object.fromEntries(members)];
    });
  const reference = toLocalReference(pointer);
  return Object.fromEntries(
    reference === undefined ? entries : [...entries, ['$ref', reference] as [string, unknown]],
  );
}
