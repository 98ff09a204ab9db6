import { followReference, type JsonSchema } from '@formwork/schema';
import { isSecretField, listSecretValues, SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';

/**
 * Keywords that a model does not get to see: what must be there, because it is to leave out what
 * was not said; rules between members, which are checked afterwards; and sample values, which it
 * might take for the caller's.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'dependencies',
  'dependentSchemas',
  'propertyDependencies',
  'if',
  'then',
  'else',
  'not',
  'default',
  'example',
  'examples',
]);

/** Keywords that apply to the same value, so that a secret below them is one of the value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'items', 'prefixItems', 'additionalProperties'];

/** The depth to which the parts of one field are searched for a secret. */
const MAX_DEPTH = 16;

/**
 * Lists the names of the fields of a schema that hold secrets, at any depth: those that are
 * `writeOnly` or passwords, and those whose names or descriptions ask for a secret.
 */
export function listSecretNames(schema: JsonSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const visited = new Set<unknown>();
  const queue: unknown[] = [schema];
  for (const part of queue) {
    if (!isRecord(part) || visited.has(part)) continue;
    visited.add(part);
    const { properties } = part;
    if (isRecord(properties)) {
      for (const [name, field] of Object.entries(properties)) {
        if (isSecret(field, { name, root: schema, depth: 0 })) names.add(name);
      }
    }
    queue.push(...listParts(part));
  }
  return names;
}

function isSecret(
  field: unknown,
  {
    name,
    root,
    depth,
  }: {
    readonly name: string;
    readonly root: JsonSchema;
    readonly depth: number;
  },
): boolean {
  if (isSecretField(field, name)) return true;
  if (!isRecord(field) || depth > MAX_DEPTH) return false;
  const parts = SAME_VALUE.flatMap((keyword) => {
    const value = field[keyword];
    return Array.isArray(value) ? value : [value];
  });
  const { patternProperties } = field;
  const patternSchemas = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  return [...parts, ...patternSchemas, followReference(field, root)].some(
    (part) => isRecord(part) && isSecret(part, { name, root, depth: depth + 1 }),
  );
}

function listParts(part: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(part).flatMap(([keyword, value]) => {
    const nesting = SUBSCHEMA_FORMS.get(keyword);
    if (nesting === undefined) return [];
    if (nesting === 'one' && !Array.isArray(value)) return [value];
    const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
    return nesting === 'maps' ? members.flatMap((map) => Object.values(Object(map))) : members;
  });
}

/**
 * Makes the schema that a model fills in from the schema of an input: without secrets, and with
 * everything optional. What the model makes of it is checked by the schema of the input itself.
 */
export function toPartialSchema(schema: JsonSchema, secrets: ReadonlySet<string>): JsonSchema {
  return relaxSchema(schema, { root: schema, secrets });
}

interface RelaxOptions {
  readonly root: JsonSchema;
  /** The names of fields with secrets. */
  readonly secrets: ReadonlySet<string>;
}

function relaxSchema(schema: JsonSchema, options: RelaxOptions): JsonSchema {
  const { root, secrets } = options;
  const hidesAny = (part: unknown): boolean => isSecret(part, { name: '', root, depth: 0 });
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (LEFT_OUT.has(keyword)) return [];
    if (keyword === 'properties' && isRecord(value)) {
      const visibleMembers = Object.entries(value).filter(([name]) => !secrets.has(name));
      return [[keyword, mapMembers(Object.fromEntries(visibleMembers), options)]];
    }
    // Members of any name may be secrets as well.
    if (keyword === 'patternProperties' && isRecord(value)) {
      const visibleMembers = Object.entries(value).filter(([, member]) => !hidesAny(member));
      return [[keyword, mapMembers(Object.fromEntries(visibleMembers), options)]];
    }
    if (keyword === 'additionalProperties' && hidesAny(value)) return [[keyword, false]];
    const nesting = SUBSCHEMA_FORMS.get(keyword);
    if (nesting === undefined) return [[keyword, value]];
    if (Array.isArray(value)) {
      const parts = value.map((part: unknown) => relax(part, options));
      // A branch that only demanded members says nothing any more, and the others mislead.
      const isLoose = parts.some((part) => isRecord(part) && Object.keys(part).length === 0);
      return isLoose && keyword !== 'prefixItems' && keyword !== 'items' ? [] : [[keyword, parts]];
    }
    if (nesting === 'map' && isRecord(value)) return [[keyword, mapMembers(value, options)]];
    return [[keyword, relax(value, options)]];
  });
  return Object.fromEntries(entries);
}

function relax(part: unknown, options: RelaxOptions): unknown {
  return isRecord(part) ? relaxSchema(part, options) : part;
}

function mapMembers(
  members: Readonly<Record<string, unknown>>,
  options: RelaxOptions,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, relax(member, options)]),
  );
}

/** Returns a value without the secrets of its schema: fields by their names, and all others. */
export function dropSecrets(value: unknown, schema: JsonSchema): unknown {
  const names = listSecretNames(schema);
  const values = new Set(listSecretValues(schema, value));
  if (names.size === 0 && values.size === 0) return value;
  return dropMembers(
    value,
    (name, member) =>
      names.has(name) ||
      ((typeof member === 'string' || typeof member === 'number') && values.has(String(member))),
  );
}

function dropMembers(
  value: unknown,
  isDropped: (name: string, member: unknown) => boolean,
): unknown {
  if (Array.isArray(value)) return value.map((item) => dropMembers(item, isDropped));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !isDropped(name, member))
      .map(([name, member]) => [name, dropMembers(member, isDropped)]),
  );
}
