import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { mergeRoot } from '../schema/merge-root.ts';
import { projectSchema } from '../schema/project-schema.ts';
import { createField, type FixedValue, type FlatForm, type FormField } from './form-field.ts';

/** The depth to which the members of nested objects become fields of their own. */
const MAX_DEPTH = 6;

/** The fields and constants that were collected so far for the form of a schema. */
interface Builder {
  readonly maxFields: number;
  readonly fields: FormField[];
  readonly fixed: FixedValue[];
  readonly keys: Set<string>;
}

/** A schema within a form's schema, and where its value belongs in the answer. */
interface SchemaNode {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  /** True if the answer must contain the value. */
  readonly required: boolean;
}

/**
 * Turns a schema into a form of MCP, which has no nested objects: nested members become fields with
 * dots in their names, constants are filled in, and values that no kind of field can hold are
 * entered as JSON text.
 *
 * Returns `undefined` if the schema has texts that cannot be shown safely, or too many fields.
 */
export function flattenSchema(
  schema: JsonSchema,
  {
    maxFields,
  }: {
    /**
     * The highest number of fields of the form. A schema comes from a stranger, so that no work is
     * done for more.
     */
    readonly maxFields: number;
  },
): FlatForm | undefined {
  const outcome = projectSchema(schema, { purpose: 'input' });
  if (outcome.kind === 'refused') return undefined;
  const builder: Builder = { maxFields, fields: [], fixed: [], keys: new Set() };
  add(builder, { schema: outcome.projection.schema, path: [], required: true });
  if (builder.fields.length > maxFields) return undefined;
  const required = builder.fields.filter((field) => field.required).map(({ key }) => key);
  return {
    fields: builder.fields,
    fixed: builder.fixed,
    requestedSchema: {
      type: 'object',
      properties: Object.fromEntries(builder.fields.map((field) => [field.key, field.schema])),
      ...(required.length > 0 && { required }),
    },
  };
}

function add(builder: Builder, { schema, path, required }: SchemaNode): void {
  const { schema: plain, isNullable } = withoutNull(schema);
  const fixed = findFixed(plain);
  if (fixed !== undefined && (required || !isNullable)) {
    // An optional constant is left out if nothing else in its object is given.
    if (required) builder.fixed.push({ path, value: fixed.value, always: true });
    return;
  }
  const merged = mergeRoot({ ...plain });
  const isForm = merged.isObject && merged.kind === 'flat' && path.length < MAX_DEPTH;
  const properties = merged.schema['properties'];
  const isOpen = !isRecord(properties) || Object.keys(properties).length === 0;
  if (isForm && !isNullable && !(isOpen && takesMore(merged.schema))) {
    addProperties(builder, { schema: merged.schema, path, required });
    return;
  }
  const { field, kind } = createField(plain, { label: path.join(' › ') });
  const key = claimKey(builder, path);
  builder.fields.push({
    key,
    path,
    schema: field,
    kind,
    required: required && !isNullable,
    orNull: required && isNullable,
  });
}

function addProperties(builder: Builder, { schema, path, required }: SchemaNode): void {
  const { properties, required: names } = schema;
  const needed: ReadonlySet<unknown> = new Set(Array.isArray(names) ? names : []);
  if (required) builder.fixed.push({ path, value: {}, always: true });
  for (const [name, property] of Object.entries(toRecord(properties))) {
    if (builder.fields.length > builder.maxFields) return;
    const member = { schema: toRecord(property), path: [...path, name] };
    const isNeeded = needed.has(name);
    if (!required && isNeeded) {
      const fixed = findFixed(member.schema);
      // Filled in as soon as another member of the object has a value.
      if (fixed !== undefined) {
        builder.fixed.push({ path: member.path, value: fixed.value, always: false });
        continue;
      }
    }
    add(builder, { ...member, required: required && isNeeded });
  }
}

function takesMore({ additionalProperties, patternProperties }: JsonSchema): boolean {
  return additionalProperties !== false || patternProperties !== undefined;
}

/** Removes `null` from the types or alternatives of a schema, and says whether it was there. */
function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const { type, anyOf } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const types: unknown[] = type.filter((name) => name !== 'null');
    const values = schema['enum'];
    const names = schema['enumNames'];
    const choices = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
    const labels = Array.isArray(names) &&
      Array.isArray(values) && {
        enumNames: names.filter((_name, at) => values[at] !== null),
      };
    const next = { ...schema, ...choices, ...labels, type: types.length === 1 ? types[0] : types };
    return { schema: next, isNullable: types.length > 0 };
  }
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return { schema, isNullable: false };
  const nonNull = anyOf.find((branch) => isRecord(branch) && branch['type'] !== 'null');
  const isNull = anyOf.some((branch) => isRecord(branch) && branch['type'] === 'null');
  if (!isNull || !isRecord(nonNull)) return { schema, isNullable: false };
  const { anyOf: _anyOf, ...words } = schema;
  return { schema: { ...nonNull, ...words }, isNullable: true };
}

function findFixed(schema: JsonSchema): { readonly value: Json } | undefined {
  if (Object.hasOwn(schema, 'const')) return { value: schema['const'] as Json };
  const values = schema['enum'];
  if (Array.isArray(values) && values.length === 1) return { value: values[0] as Json };
  return schema['type'] === 'null' ? { value: null } : undefined;
}

function claimKey({ keys }: Builder, path: readonly string[]): string {
  const plain = path.length === 0 ? 'value' : path.join('.').slice(0, 100);
  let key = plain;
  for (let number = 2; keys.has(key); number += 1) key = `${plain}_${number}`;
  keys.add(key);
  return key;
}
