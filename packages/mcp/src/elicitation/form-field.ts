import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord, isSameJson } from '@formwork/schema/json';

/** The schema of a field in the forms of MCP: text, number, yes or no, one choice or several. */
type FieldSchema = { readonly [keyword: string]: Json };

/** A field of a form, and where its value belongs in the answer. */
export interface FormField {
  /** The name of the field in the form. */
  readonly key: string;
  /**
   * The names of the members that lead to the field's value in the answer; `[]` if the field is the
   * whole answer.
   */
  readonly path: readonly string[];
  readonly schema: FieldSchema;
  /** The form of the field's value: `json` for JSON that is entered as text, else `raw`. */
  readonly kind: 'raw' | 'json';
  readonly required: boolean;
  /** True if leaving the field empty means `null`. */
  readonly orNull: boolean;
}

/** A constant of the answer, for which there is no field. */
export interface FixedValue {
  readonly path: readonly string[];
  readonly value: Json;
  /** True if the constant is filled in even if everything else in its object is empty. */
  readonly always: boolean;
}

/** A flat form of MCP that was made from a schema. */
export interface FlatForm {
  readonly fields: readonly FormField[];
  readonly fixed: readonly FixedValue[];
  /** The schema of the form, as the host gets it with the question. */
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: { readonly [key: string]: FieldSchema };
    readonly required?: readonly string[];
  };
}

/** The formats that fields of MCP can have. */
const FORMATS: ReadonlySet<unknown> = new Set(['email', 'uri', 'date', 'date-time']);

/** The highest number of choices of a field. */
const MAX_CHOICES = 200;

/** A field for one value: its schema, and how its value is read. */
interface Field {
  readonly field: FieldSchema;
  readonly kind: FormField['kind'];
}

/**
 * Turns the schema of a single value into a field; a value that no kind of field can hold is
 * entered as JSON text.
 */
export function createField(schema: JsonSchema, { label }: { readonly label: string }): Field {
  const words = readWords(schema, label);
  const choices = readChoices(schema);
  if (choices !== undefined) return createChoiceField(schema, choices, words);
  switch (schema['type']) {
    case 'string':
      return { kind: 'raw', field: { type: 'string', ...createTextField(schema, words) } };
    case 'integer':
    case 'number':
      return { kind: 'raw', field: createNumberField(schema, words) };
    case 'boolean': {
      const { default: preset } = schema;
      const defaults = typeof preset === 'boolean' ? { default: preset } : {};
      return { kind: 'raw', field: { type: 'boolean', ...words, ...defaults } };
    }
    case 'array': {
      const field = createChoicesField(schema, words);
      return field === undefined ? createJsonField(schema, words) : { kind: 'raw', field };
    }
    default:
      return createJsonField(schema, words);
  }
}

interface Words {
  readonly title: string;
  readonly description?: string;
}

function readWords({ title, description }: JsonSchema, label: string): Words {
  const shown = typeof title === 'string' && title !== '' ? title : label;
  return {
    title: shown === '' ? 'Answer' : shown,
    ...(typeof description === 'string' && description !== '' && { description }),
  };
}

function withHint({ title, description }: Words, hints: readonly string[]): Words {
  const text = [description ?? '', ...hints].filter((line) => line !== '').join(' ');
  return text === '' ? { title } : { title, description: text };
}

interface Choice {
  readonly value: Json;
  readonly title: string;
}

function readChoices({
  enum: values,
  enumNames: names,
  anyOf,
}: JsonSchema): readonly Choice[] | undefined {
  if (Array.isArray(values)) {
    const list: readonly Json[] = values;
    const titles: readonly unknown[] = Array.isArray(names) ? names : [];
    return list.map((value, at) => {
      const title = titles[at];
      return { value, title: typeof title === 'string' ? title : showValue(value) };
    });
  }
  if (!Array.isArray(anyOf)) return undefined;
  const branches = anyOf.filter(isRecord).filter((branch) => Object.hasOwn(branch, 'const'));
  if (branches.length !== anyOf.length) return undefined;
  return branches.map(({ const: value, title }) => ({
    value: value as Json,
    title: typeof title === 'string' ? title : showValue(value as Json),
  }));
}

function showValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function createChoiceField(schema: JsonSchema, choices: readonly Choice[], words: Words): Field {
  if (choices.length === 0 || choices.length > MAX_CHOICES) return createJsonField(schema, words);
  const isText = choices.every(({ value }) => typeof value === 'string');
  const writeValue = (value: Json): string =>
    typeof value === 'string' && isText ? value : JSON.stringify(value);
  const isPlain = isText && choices.every(({ value, title }) => value === title);
  const options = isPlain
    ? { enum: choices.map(({ value }) => writeValue(value)) }
    : { oneOf: choices.map(({ value, title }) => ({ const: writeValue(value), title })) };
  const preset = choices.find(({ value }) => isSameJson(value, schema['default']));
  const defaults = preset === undefined ? {} : { default: writeValue(preset.value) };
  return {
    kind: isText ? 'raw' : 'json',
    field: { type: 'string', ...words, ...options, ...defaults },
  };
}

function createTextField(schema: JsonSchema, words: Words): FieldSchema {
  const { format, pattern, minLength, maxLength, default: preset } = schema;
  const hints = typeof pattern === 'string' ? [`Pattern: ${pattern}`] : [];
  const formatHints =
    typeof format === 'string' && !FORMATS.has(format) ? [`Format: ${format}.`] : [];
  return {
    ...withHint(words, [...hints, ...formatHints]),
    ...(typeof minLength === 'number' && { minLength }),
    ...(typeof maxLength === 'number' && { maxLength }),
    ...(typeof format === 'string' && FORMATS.has(format) && { format }),
    ...(typeof preset === 'string' && { default: preset }),
  };
}

function createNumberField(schema: JsonSchema, words: Words): FieldSchema {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const hints = [
    typeof exclusiveMinimum === 'number' ? `More than ${exclusiveMinimum}.` : '',
    typeof exclusiveMaximum === 'number' ? `Less than ${exclusiveMaximum}.` : '',
    typeof multipleOf === 'number' ? `A multiple of ${multipleOf}.` : '',
  ];
  const preset = schema['default'];
  return {
    type: type === 'integer' ? 'integer' : 'number',
    ...withHint(words, hints),
    ...(typeof minimum === 'number' && { minimum }),
    ...(typeof maximum === 'number' && { maximum }),
    ...(typeof preset === 'number' && { default: preset }),
  };
}

function createChoicesField(schema: JsonSchema, words: Words): FieldSchema | undefined {
  const { items, minItems, maxItems, default: preset } = schema;
  const choices = isRecord(items) ? readChoices(items) : undefined;
  const isText = choices?.every(({ value }) => typeof value === 'string') === true;
  if (choices === undefined || !isText || choices.length > MAX_CHOICES) return undefined;
  const isPlain = choices.every(({ value, title }) => value === title);
  const options = isPlain
    ? { type: 'string', enum: choices.map(({ value }) => showValue(value)) }
    : { anyOf: choices.map(({ value, title }) => ({ const: showValue(value), title })) };
  const presets: unknown[] = Array.isArray(preset) ? preset : [];
  const validPresets = presets.filter((item): item is string =>
    choices.some(({ value }) => value === item),
  );
  return {
    type: 'array',
    ...words,
    items: options,
    ...(typeof minItems === 'number' && { minItems }),
    ...(typeof maxItems === 'number' && { maxItems }),
    ...(validPresets.length > 0 && { default: validPresets }),
  };
}

function createJsonField(schema: JsonSchema, words: Words): Field {
  const shape = JSON.stringify(schema);
  const hint = shape.length <= 300 ? `JSON that fits ${shape}` : 'JSON.';
  const { default: preset } = schema;
  const defaults = preset === undefined ? {} : { default: JSON.stringify(preset) };
  return { kind: 'json', field: { type: 'string', ...withHint(words, [hint]), ...defaults } };
}
