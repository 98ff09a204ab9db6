import type { JsonSchema } from '@formwork/schema';
import { toUnicodePattern } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/json';
import { hasUnseen, toCleanText } from '../text/to-clean-text.ts';
import type { ProjectedSchema, ProjectionContext, SchemaPosition } from './projection.ts';

/**
 * The keywords of JSON Schema that are copied unchanged, because they mean the same in every draft.
 */
const COPIED = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum'];

/**
 * The values of `format` that are kept, because they help the person or model that fills in a
 * field.
 */
const TOLD_FORMATS: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
  'hostname',
]);

/** The highest number of characters of a text among fixed values. */
const MAX_VALUE = 1000;

/** Projects types, fixed values and the limits of numbers and texts. */
export function projectScalar(
  context: ProjectionContext,
  {
    schema,
    schemaPosition,
  }: { readonly schema: JsonSchema; readonly schemaPosition: SchemaPosition },
): ProjectedSchema {
  const draft: ProjectedSchema = {};
  const { type, format, multipleOf } = schema;
  if (type !== undefined) draft['type'] = schema['nullable'] === true ? addNull(type) : type;
  for (const keyword of ['const', 'enum']) {
    if (!Object.hasOwn(schema, keyword)) continue;
    checkValue(context, schema[keyword], appendPointer(schemaPosition.pointer, keyword));
    draft[keyword] = schema[keyword];
  }
  const labels = readLabels(schema);
  if (labels !== undefined) draft['enumNames'] = labels;
  for (const keyword of COPIED) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (typeof value === 'string' && hasUnseen(value)) context.isLooser = true;
    // Hosts compile patterns with the flag `u`, and drop a tool with another one.
    else draft[keyword] = typeof value === 'string' ? toUnicodePattern(value) : value;
  }
  copyExclusive(draft, schema, 'minimum');
  copyExclusive(draft, schema, 'maximum');
  if (multipleOf !== undefined) {
    // Validators differ on whether 0.3 is a multiple of 0.1.
    if (context.purpose === 'input' || Number.isInteger(multipleOf)) {
      draft['multipleOf'] = multipleOf;
    } else context.isLooser = true;
  }
  // Validators differ on what a well-formed address is.
  if (typeof format === 'string' && context.purpose === 'input' && TOLD_FORMATS.has(format)) {
    draft['format'] = format;
  }
  return draft;
}

/**
 * Projects exclusive limits: draft 04 has `exclusiveMinimum: true` beside `minimum`, later drafts
 * have a number.
 */
function copyExclusive(
  draft: ProjectedSchema,
  schema: JsonSchema,
  bound: 'minimum' | 'maximum',
): void {
  const keyword = bound === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const exclusive = schema[keyword];
  if (typeof exclusive === 'number') draft[keyword] = exclusive;
  if (exclusive === true && typeof schema[bound] === 'number') {
    draft[keyword] = schema[bound];
    Reflect.deleteProperty(draft, bound);
  }
}

/** Reads the labels of fixed values, cleaned; `undefined` if each value has none. */
function readLabels({ enum: values, enumNames: names }: JsonSchema): readonly string[] | undefined {
  if (!Array.isArray(values) || !Array.isArray(names)) return undefined;
  const texts = names.filter((name) => typeof name === 'string');
  const isComplete = texts.length === values.length && new Set(values).size === values.length;
  return isComplete && texts.length === names.length
    ? texts.map((name) => toCleanText(name, { most: 100 }))
    : undefined;
}

function addNull(type: unknown): unknown {
  return [...new Set([type, 'null'].flat())];
}

/**
 * Refuses fixed values that would have to be cleaned, because a model has to send them back
 * unchanged.
 */
function checkValue(context: ProjectionContext, value: unknown, pointer: string): void {
  const texts = listTexts(value);
  if (texts.some(hasUnseen)) {
    context.refusals.push({ pointer, reason: 'has a value that holds what cannot be seen' });
  } else if (texts.some((text) => text.length > MAX_VALUE)) {
    context.refusals.push({ pointer, reason: `has a text of more than ${MAX_VALUE} characters` });
  }
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listTexts);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...listTexts(member)])
    : [];
}
