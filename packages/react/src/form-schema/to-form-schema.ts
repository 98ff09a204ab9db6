import { indexSchema, type JsonSchema, type SchemaIssue, toDialect } from '@formwork/schema';
import { isRecord, isTooDeep, resolvePointer, toRecord } from '@formwork/schema/json';
import { convertSchema } from './convert-schema.ts';
import { countFields, type FieldCount } from './count-fields.ts';
import { deferReferences } from './defer-references.ts';
import { foldGroups } from './fold-groups.ts';
import { type EditorLocation, type FormConverter, isEditor, toEditor } from './form-converter.ts';
import { followReferences, NULLABLE } from './form-keywords.ts';
import { type FormLimits, toFormLimits } from './form-limits.ts';
import type { FormType } from './infer-types.ts';
import { mapMembers } from './map-members.ts';

const PREFIX = '#/$defs/';

/** Options of {@link toFormSchema}. */
export interface FormSchemaOptions {
  /** The limits of what a form may draw. Each that is absent has its default in `FormLimits`. */
  readonly limits?: Partial<FormLimits>;
  /** The names of types, for alternatives that have no title. Default: in English. */
  readonly typeNames?: Readonly<Record<FormType, string>>;
}

/**
 * The outcome of {@link toFormSchema}: the form schema, or the reason why the schema is refused.
 */
export type FormSchemaOutcome =
  | {
      readonly kind: 'drawable';
      /** The form schema that is drawn. It is never used to judge values. */
      readonly schema: JsonSchema;
      /** The values that get an editor for JSON, because no fields can be drawn for them. */
      readonly editors: readonly EditorLocation[];
      readonly count: FieldCount;
    }
  /** The schema exceeds a limit, which `issue` names. */
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/**
 * The maximum number of objects and lists in a schema document, as an average for each schema in
 * it.
 */
const NODES_A_SCHEMA = 10;

const TYPE_NAMES: Readonly<Record<FormType, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Group',
  array: 'List',
  null: 'Nothing',
};

/**
 * Converts a JSON Schema into the form schema that a form draws: references are local, every place
 * has one type, and tuples, dependencies and unions have one shape in all dialects. A place that
 * cannot have fields is marked for an editor for JSON, so that every value can be entered. The
 * schema itself is not changed, and values are judged by it.
 *
 * Pure; never throws for a schema that is JSON. Its work and the size of its result are bounded.
 * Codes of refusals: `form-schema-too-deep`, `form-schema-too-large`, `form-too-large`.
 *
 * @example
 * ```ts
 * import { toFormSchema } from '@formwork/react';
 *
 * const outcome = toFormSchema({ type: 'object', properties: { name: { type: 'string' } } });
 * if (outcome.kind === 'drawable') console.log(outcome.count);
 * ```
 */
export function toFormSchema(
  schema: JsonSchema | boolean,
  { limits: limitOptions, typeNames = TYPE_NAMES }: FormSchemaOptions = {},
): FormSchemaOutcome {
  const limits = toFormLimits(limitOptions);
  const root = typeof schema === 'boolean' ? {} : schema;
  if (isTooDeep(root, limits.levels)) {
    return refuse('form-schema-too-deep', 'levels', [limits.levels, limits.levels + 1]);
  }
  // The count comes before the index, which takes long for a schema that is too large to draw.
  const nodes = countNodes(root, limits.schemas * NODES_A_SCHEMA);
  if (nodes > limits.schemas * NODES_A_SCHEMA) {
    return refuse('form-schema-too-large', 'objects and lists in it', [
      limits.schemas * NODES_A_SCHEMA,
      nodes,
    ]);
  }
  const index = indexSchema(root, toDialect(root) ?? '2020-12');
  if (index.places.size > limits.schemas) {
    return refuse('form-schema-too-large', 'schemas', [limits.schemas, index.places.size]);
  }
  const converter: FormConverter = {
    convert: (inner) => convertSchema(converter, inner),
    limits,
    typeNames,
    targets: new Map(index.references.map(({ source, target }) => [source, target])),
    isRefAlone: index.dialect.startsWith('draft-'),
    hasChosen: index.dialect === 'v1',
    definitions: new Map(),
    waiting: new Map(),
    names: new Map(),
    editors: [],
    resolve: (pointer) => resolvePointer(root, pointer),
  };
  const node = { schema: root, pointer: '', depth: 0 };
  const converted = convertSchema(converter, node) ?? toEditor(converter, node, 'anything');
  for (const [name, waiting] of converter.waiting) {
    converter.definitions.set(name, convertSchema(converter, waiting) ?? { not: {} });
  }
  const whole = inlineEditors(offerNothing(converted, converter), converter.definitions);
  const { visible, parts } = countFields(whole);
  const isFolded = visible > limits.visible && parts <= limits.parts;
  const form = isFolded ? foldGroups(whole) : whole;
  const count = countFields(form);
  if (count.visible > limits.visible) {
    return refuse('form-too-large', 'fields at once', [limits.visible, count.visible]);
  }
  if (count.fields > limits.fields) {
    return refuse('form-too-large', 'fields in all', [limits.fields, count.fields]);
  }
  if (count.parts > limits.parts) {
    return refuse('form-too-large', 'parts of "allOf" in all', [limits.parts, count.parts]);
  }
  return { kind: 'drawable', schema: deferReferences(form), editors: converter.editors, count };
}

/**
 * Turns the form schema of a group that may be `null` into a choice between its fields and nothing.
 */
function offerNothing(form: JsonSchema, { definitions, typeNames }: FormConverter): JsonSchema {
  const resolved = followReferences(form, { $defs: Object.fromEntries(definitions) }) ?? form;
  const isGroup = [resolved['type']].flat().includes('object');
  if (!isGroup || resolved[NULLABLE] !== true) return form;
  const group = { title: typeNames.object, ...form };
  return { anyOf: [group, { type: 'null', title: typeNames.null }] };
}

/**
 * Counts the objects and lists in a JSON value, and stops above `most`. The caller must bound the
 * nesting before.
 */
function countNodes(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 1;
  for (const member of Object.values(value)) {
    if (count > most) return count;
    count += countNodes(member, most - count);
  }
  return count;
}

/** Makes the refusal of a schema, with a message that names the exceeded limit. */
export function refuse(
  code: string,
  what: string,
  [most, current]: readonly [number, number],
): Extract<FormSchemaOutcome, { readonly kind: 'refused' }> {
  const shown =
    code === 'form-schema-too-deep'
      ? 'deeper'
      : current >= Number.MAX_SAFE_INTEGER
        ? 'more than can be counted'
        : code === 'form-data-too-large'
          ? 'more'
          : `${current}`;
  const message = `Cannot draw the schema because a form must have at most ${most} ${what}: current value is ${shown}`;
  return { kind: 'refused', issue: { severity: 'error', code, pointer: '', message } };
}

/**
 * Replaces references to editors for JSON by the editors themselves, so that each schema shows that
 * it is one, and adds the definitions under `$defs`.
 */
function inlineEditors(
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  const inlined = toRecord(inline(schema));
  if (definitions.size === 0) return inlined;
  const members = [...definitions].map(([name, member]) => [name, inline(member)] as const);
  return { ...inlined, $defs: Object.fromEntries(members) };

  // The recursion is bounded, because the nesting of the converted schema is.
  function inline(value: unknown, keyword?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item));
    if (!isRecord(value)) return value;
    const reference = value['$ref'];
    const name =
      typeof reference === 'string' && reference.startsWith(PREFIX)
        ? reference.slice(PREFIX.length)
        : undefined;
    const target = name === undefined ? undefined : definitions.get(name);
    // An entry of a map that may be anything stays a reference: see `toEntry`.
    if (target !== undefined && isEditor(target) && keyword !== 'additionalProperties') {
      const { $ref: _reference, ...annotations } = value;
      return { ...target, ...annotations };
    }
    return mapMembers(value, inline);
  }
}
