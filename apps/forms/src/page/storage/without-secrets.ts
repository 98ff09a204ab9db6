import { isRecord, type Json } from '@formwork/core';

/** Levels of a schema that are looked at. */
const MAX_DEPTH = 32;

/**
 * The data without the values that the schema calls secret (`format: password`, `writeOnly`): those
 * are never kept and never part of a link. `undefined` if the whole value is a secret.
 */
export function withoutSecrets(data: Json, schema: unknown): Json | undefined {
  const walk = (value: Json, place: Spot): Json | undefined => {
    const { options, isSecret } = collect(place, schema);
    if (isSecret) return undefined;
    if (options.length === 0) return value;
    if (Array.isArray(value)) {
      return value.map((item, n) => {
        const kept = walk(item, { ...place, schemas: toItems(options, n), depth: place.depth + 1 });
        return kept === undefined ? null : kept;
      });
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).flatMap(([name, item]): (readonly [string, Json])[] => {
      const schemas = options.flatMap((option) => toProperty(option, name));
      const kept = walk(item, { schemas, depth: place.depth + 1 });
      return kept === undefined ? [] : [[name, kept]];
    });
    return Object.fromEntries(entries);
  };
  return walk(data, { schemas: [schema], depth: 0 });
}

/** True if the schema asks for a secret anywhere that data can have one. */
export function hasSecrets(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const look = (value: unknown, depth: number): boolean => {
    if (depth > MAX_DEPTH || seen.has(value)) return false;
    seen.add(value);
    if (Array.isArray(value)) return value.some((item) => look(item, depth + 1));
    if (!isRecord(value)) return false;
    if (isSecretSchema(value)) return true;
    return Object.entries(value).some(([name, item]) => name !== 'enum' && look(item, depth + 1));
  };
  return look(schema, 0);
}

interface Spot {
  readonly schemas: readonly unknown[];
  readonly depth: number;
}

interface Found {
  readonly options: readonly Readonly<Record<string, unknown>>[];
  readonly isSecret: boolean;
}

/** The schemas that speak of one value: those given, what they refer to, and their alternatives. */
function collect({ schemas, depth }: Spot, root: unknown): Found {
  const options: Readonly<Record<string, unknown>>[] = [];
  const seen = new Set<unknown>();
  const queue = depth > MAX_DEPTH ? [] : [...schemas];
  for (const schema of queue) {
    if (!isRecord(schema) || seen.has(schema)) continue;
    seen.add(schema);
    options.push(schema);
    if (typeof schema['$ref'] === 'string') queue.push(resolve(root, schema['$ref']));
    for (const name of ['allOf', 'anyOf', 'oneOf']) {
      const list = schema[name];
      if (Array.isArray(list)) queue.push(...list);
    }
    queue.push(schema['then'], schema['else']);
  }
  return { options, isSecret: options.some(isSecretSchema) };
}

function isSecretSchema(schema: Readonly<Record<string, unknown>>): boolean {
  return schema['format'] === 'password' || schema['writeOnly'] === true;
}

function toItems(options: readonly Readonly<Record<string, unknown>>[], n: number): unknown[] {
  return options.flatMap(({ items, prefixItems, additionalItems }) => {
    const list = Array.isArray(prefixItems) ? prefixItems : items;
    if (Array.isArray(list) && n < list.length) return [list[n]];
    return [Array.isArray(items) ? additionalItems : items];
  });
}

function toProperty(option: Readonly<Record<string, unknown>>, name: string): unknown[] {
  const { properties, additionalProperties, patternProperties } = option;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return [properties[name]];
  // Patterns of strangers are not run: a secret under any of them counts.
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  return [additionalProperties, ...patterns];
}

function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined;
  let place: unknown = root;
  for (const segment of reference.slice(2).split('/')) {
    const name = toName(segment);
    if (name === undefined || !isRecord(place) || !Object.hasOwn(place, name)) return undefined;
    place = place[name];
  }
  return place;
}

function toName(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
