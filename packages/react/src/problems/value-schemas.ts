import type { JsonSchema } from '@formwork/schema';
import { listDependent } from '@formwork/schema/internal';
import { isRecord, toList, toRecord } from '@formwork/schema/json';

/** A document of schemas, and how its references and the names of its properties are written. */
export interface SchemaSource {
  readonly root: unknown;
  /** Follows the references of a schema, with the keywords beside them; `undefined` for a wrong one. */
  readonly follow: (schema: JsonSchema) => JsonSchema | undefined;
  /** Returns the name in the schema of a property of the data. */
  readonly toName: (name: string) => string;
}

/** The most schemas that are looked at for one value, because a stranger's may lead in circles. */
const MAX_SCHEMAS = 60;

/**
 * Lists for each step of a path, the whole value first, the schemas that apply there: of
 * alternatives those whose constants the data have, or all of them.
 */
export function listSchemas(
  source: SchemaSource,
  path: readonly string[],
  data: unknown,
): readonly (readonly JsonSchema[])[] {
  const steps: (readonly JsonSchema[])[] = [];
  let schemas = spread(source, [source.root], data);
  let value = data;
  steps.push(schemas);
  for (const name of path) {
    const inner = schemas.flatMap((schema) => listMembers(source, schema, { name, value }));
    value = isRecord(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
    schemas = spread(source, inner, value);
    steps.push(schemas);
  }
  return steps;
}

function listMembers(
  { toName }: SchemaSource,
  schema: JsonSchema,
  {
    name,
    value,
  }: {
    readonly name: string;
    /** The value around the member. */
    readonly value: unknown;
  },
): readonly unknown[] {
  const { properties, additionalProperties, patternProperties, prefixItems, items } = schema;
  if (Array.isArray(value)) {
    const tuple = Array.isArray(prefixItems) ? prefixItems : toList(items);
    const fixed: unknown = tuple[Number(name)];
    return [fixed ?? (Array.isArray(items) ? schema['additionalItems'] : items)];
  }
  const key = toName(name);
  if (isRecord(properties) && Object.hasOwn(properties, key)) return [properties[key]];
  return [...Object.values(toRecord(patternProperties)), additionalProperties];
}

/** Follows references, and adds the parts and alternatives of schemas. */
function spread(
  source: SchemaSource,
  schemas: readonly unknown[],
  value: unknown,
): readonly JsonSchema[] {
  const spreaded: JsonSchema[] = [];
  const waiting = [...schemas];
  while (waiting.length > 0 && spreaded.length < MAX_SCHEMAS) {
    const next = waiting.shift();
    const schema = isRecord(next) ? source.follow(next) : undefined;
    if (schema === undefined) continue;
    spreaded.push(schema);
    const { allOf, anyOf, oneOf } = schema;
    const alternatives = [...toList(anyOf), ...toList(oneOf)];
    const chosen = alternatives.filter((option) => hasConstants(source, option, value));
    waiting.push(...toList(allOf), schema['then'], schema['else']);
    waiting.push(...(chosen.length > 0 ? chosen : alternatives));
    waiting.push(...listDependent(schema));
  }
  return spreaded;
}

/** True if data have all constants of an alternative, such as its `kind`, and it has some. */
function hasConstants({ follow, toName }: SchemaSource, option: unknown, data: unknown): boolean {
  const schema = isRecord(option) ? follow(option) : undefined;
  const properties = schema?.['properties'];
  if (!isRecord(properties) || !isRecord(data)) return false;
  const names = new Map(Object.keys(data).map((name) => [toName(name), name]));
  const fixed = Object.entries(properties).flatMap(([key, property]) => {
    if (!isRecord(property)) return [];
    const values = 'const' in property ? [property['const']] : toList(property['enum']);
    return values.length === 1 ? [values[0] === data[names.get(key) ?? '']] : [];
  });
  return fixed.length > 0 && fixed.every(Boolean);
}
