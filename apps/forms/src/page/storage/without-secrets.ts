import { isSensitive } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { listDependent } from '@formwork/schema/internal';
import { isRecord, parsePointer, decodeFragment } from '@formwork/schema/json';

/** The maximum nesting of a schema that is searched for secrets. */
const MAX_DEPTH = 32;

/**
 * Removes the secrets from data, because they are never stored and never put into a link. A secret
 * is a value whose schema has `format: password` or `writeOnly`, or whose words ask for one, such
 * as "password". `undefined` if the whole value is a secret.
 */
export function withoutSecrets(data: Json, schema: unknown): Json | undefined {
  // References are followed only if the schema asks for a secret.
  if (!hasSecrets(schema)) return data;
  const root: Root = { schema, anchors: findAnchors(schema) };
  const walk = (value: Json, position: ValueSchemas): Json | undefined => {
    const { options, isSecret } = collect(position, root);
    if (isSecret) return undefined;
    if (options.length === 0) return value;
    if (Array.isArray(value)) {
      return value.map((item, n) => {
        const copy = walk(item, {
          ...position,
          schemas: toItems(options, n),
          depth: position.depth + 1,
        });
        return copy === undefined ? null : copy;
      });
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).flatMap(([name, item]): (readonly [string, Json])[] => {
      const schemas = options.flatMap((option) => toProperty(option, name));
      const copy = walk(item, { schemas, name, depth: position.depth + 1 });
      return copy === undefined ? [] : [[name, copy]];
    });
    return Object.fromEntries(entries);
  };
  return walk(data, { schemas: [schema], name: '', depth: 0 });
}

/** Keywords that hold values and no schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'x-formwork-ui']);

/** True if a schema asks for a secret anywhere in the data. */
export function hasSecrets(schema: unknown): boolean {
  const visited = new Set<unknown>();
  const look = (value: unknown, name: string, depth: number): boolean => {
    if (depth > MAX_DEPTH || visited.has(value)) return false;
    visited.add(value);
    if (Array.isArray(value)) return value.some((item) => look(item, name, depth + 1));
    if (!isRecord(value)) return false;
    if (isSecretSchema(value, name)) return true;
    // The value behind a reference has the name of this property; a group of fields is no secret.
    const { $ref: reference } = value;
    if (typeof reference === 'string' && isSensitive({ type: 'string' }, name)) {
      const target = resolve({ schema, anchors: findAnchors(schema) }, reference);
      if (!isRecord(target) || isSecretSchema(target, name)) return true;
    }
    return Object.entries(value).some(([keyword, item]) => {
      if (VALUES.has(keyword)) return false;
      if (keyword !== 'properties' || !isRecord(item)) return look(item, name, depth + 1);
      return Object.entries(item).some(([inner, member]) => look(member, inner, depth + 1));
    });
  };
  return look(schema, '', 0);
}

/** The whole schema of the data, in which references are resolved. */
interface Root {
  readonly schema: unknown;
  readonly anchors: ReadonlyMap<string, unknown>;
}

interface ValueSchemas {
  readonly schemas: readonly unknown[];
  /**
   * The name of the property that holds the value, or that holds the list with the value as an
   * item.
   */
  readonly name: string;
  readonly depth: number;
}

/**
 * Collects the schemas that apply to one value: the given ones, those that they refer to, and their
 * alternatives.
 */
function collect(
  { schemas, name, depth }: ValueSchemas,
  root: Root,
): {
  readonly options: readonly Readonly<Record<string, unknown>>[];
  readonly isSecret: boolean;
} {
  let isLost = false;
  const options: Readonly<Record<string, unknown>>[] = [];
  const visited = new Set<unknown>();
  const queue = depth > MAX_DEPTH ? [] : [...schemas];
  for (const schema of queue) {
    if (!isRecord(schema) || visited.has(schema)) continue;
    visited.add(schema);
    options.push(schema);
    for (const reference of [schema['$ref'], schema['$dynamicRef'], schema['$recursiveRef']]) {
      if (typeof reference !== 'string') continue;
      const target = resolve(root, reference);
      if (target === undefined) isLost = true;
      else queue.push(target);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = schema[keyword];
      for (const option of Array.isArray(list) ? list : []) queue.push(option);
    }
    queue.push(...listDependent(schema), schema['if'], schema['then'], schema['else']);
  }
  // A reference that cannot be resolved may lead to a secret, so the value counts as one.
  return { options, isSecret: isLost || options.some((option) => isSecretSchema(option, name)) };
}

function isSecretSchema(schema: Readonly<Record<string, unknown>>, name: string): boolean {
  const isCalledSo = schema['format'] === 'password' || schema['writeOnly'] === true;
  // The name of a property with a reference counts for what the reference leads to.
  const isReference = typeof schema['$ref'] === 'string';
  return isCalledSo || isSensitive(schema, isReference ? '' : name);
}

function toItems(options: readonly Readonly<Record<string, unknown>>[], n: number): unknown[] {
  return options.flatMap((option) => {
    const { items, prefixItems, additionalItems, unevaluatedItems, contains } = option;
    const list = Array.isArray(prefixItems) ? prefixItems : items;
    if (Array.isArray(list) && n < list.length) return [list[n], contains];
    return [Array.isArray(items) ? additionalItems : items, unevaluatedItems, contains];
  });
}

function toProperty(option: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const { properties, additionalProperties, patternProperties, unevaluatedProperties } = option;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  // Patterns of names are never run, so the schemas of all patterns apply.
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  return [additionalProperties, unevaluatedProperties, ...patterns];
}

function resolve({ schema, anchors }: Root, reference: string): unknown {
  if (reference === '#') return schema;
  if (!reference.startsWith('#/')) return anchors.get(reference);
  let node: unknown = schema;
  for (const name of parsePointer(decodeFragment(reference.slice(1)))) {
    if (!isRecord(node) || !Object.hasOwn(node, name)) return undefined;
    node = node[name];
  }
  return node;
}

/** The maximum nesting of a schema that is searched for anchors. */
const MAX_ANCHOR_DEPTH = 32;

/**
 * Finds the schemas that references can name: by `#name` for those with an anchor, and by their id.
 */
function findAnchors(schema: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const look = (value: unknown, depth: number): void => {
    if (depth > MAX_ANCHOR_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) look(item, depth + 1);
    if (!isRecord(value)) return;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = value[keyword];
      if (typeof name === 'string') anchors.set(`#${name}`, value);
    }
    for (const keyword of ['$id', 'id']) {
      const id = value[keyword];
      if (typeof id === 'string') anchors.set(id, value);
    }
    for (const item of Object.values(value)) look(item, depth + 1);
  };
  look(schema, 0);
  return anchors;
}
