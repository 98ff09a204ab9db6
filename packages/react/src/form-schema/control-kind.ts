import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { cutVisibleText } from '../text/visible-text.ts';
import { toHints } from './field-hints.ts';
import { JSON_EDITOR } from './form-keywords.ts';

/** The kind of control by which a form shows a value, such as a text box, a switch or a group. */
export type ControlKind =
  | 'editor'
  | 'union'
  | 'group'
  | 'list'
  | 'choices'
  | 'files'
  | 'file'
  | 'switch'
  | 'radio'
  | 'combobox'
  | 'select'
  | 'slider'
  | 'rating'
  | 'duration'
  | 'date'
  | 'date-time'
  | 'time'
  | 'color'
  | 'secret'
  | 'long-text'
  | 'number'
  | 'email'
  | 'url'
  | 'text';

/**
 * The maximum number of choices that a form shows as radio buttons; more choices become a combobox
 * with a search.
 */
const MAX_RADIOS = 5;

/** The maximum number of choices that a hint can make radio buttons or a select. */
const MAX_HINTED = 30;

/** The kinds of control that a hint can choose for a text. */
const WIDGETS: ReadonlyMap<string, ControlKind> = new Map<string, ControlKind>([
  ['text', 'text'],
  ['textarea', 'long-text'],
  ['code', 'long-text'],
  ['password', 'secret'],
  ['color', 'color'],
]);

/** The number of characters above which a text gets a control of several lines. */
const LONG_TEXT = 200;

const FORMATS: ReadonlyMap<unknown, ControlKind> = new Map<unknown, ControlKind>([
  ['data-url', 'file'],
  ['date', 'date'],
  ['date-time', 'date-time'],
  ['time', 'time'],
  ['duration', 'duration'],
  ['color', 'color'],
  ['password', 'secret'],
  ['textarea', 'long-text'],
  ['markdown', 'long-text'],
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['iri', 'url'],
  ['money', 'number'],
  ['currency', 'number'],
]);

/** Chooses the kind of control for a value by its form schema. */
export function toControlKind(schema: unknown): ControlKind {
  if (!isRecord(schema)) return 'text';
  if (JSON_EDITOR in schema) return 'editor';
  const options = toOptions(schema);
  const { widget } = toHints(schema);
  if (options !== undefined) return toChoiceKind(options.length, widget);
  const type = [schema['type']].flat().find((name) => name !== 'null');
  if (type === 'object') return 'group';
  if ('anyOf' in schema || 'oneOf' in schema) return 'union';
  if (type === 'array') return toListKind(schema);
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') {
    const isDrawn = widget === 'slider' || widget === 'rating';
    return isDrawn && typeof schema['maximum'] === 'number' ? widget : 'number';
  }
  const hinted = widget === undefined ? undefined : WIDGETS.get(widget);
  const kind = toTextKind(schema);
  // A secret stays hidden, and a file stays a file.
  return hinted === undefined || kind === 'secret' || kind === 'file' ? kind : hinted;
}

function toChoiceKind(count: number, widget: string | undefined): ControlKind {
  if (widget === 'select' && count <= MAX_HINTED) return 'select';
  const most = widget === 'radio' ? MAX_HINTED : MAX_RADIOS;
  return count <= most ? 'radio' : 'combobox';
}

function toListKind(schema: Readonly<Record<string, unknown>>): ControlKind {
  const { items } = schema;
  if (Array.isArray(items) || !isRecord(items)) return 'list';
  if (schema['uniqueItems'] === true && toOptions(items) !== undefined) return 'choices';
  return items['type'] === 'string' && toControlKind(items) === 'file' ? 'files' : 'list';
}

/**
 * Chooses the kind of control as {@link toControlKind} does, for a form that can store files: a
 * link to a file becomes an upload.
 */
export function toUploadKind(schema: unknown): ControlKind {
  const kind = toControlKind(schema);
  if (!isRecord(schema)) return kind;
  if (kind === 'list') return isLinkToFile(schema['items']) ? 'files' : kind;
  return isLinkToFile(schema) ? 'file' : kind;
}

/** True for a schema whose value is a link to a file of a stated media type. */
export function isLinkToFile(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    toControlKind(schema) === 'url' &&
    typeof schema['contentMediaType'] === 'string'
  );
}

function toTextKind(schema: Readonly<Record<string, unknown>>): ControlKind {
  const kind = FORMATS.get(schema['format']);
  if (kind !== undefined) return kind;
  if (schema['writeOnly'] === true) return 'secret';
  const media = schema['contentMediaType'];
  if (schema['contentEncoding'] === 'base64') return 'file';
  if (typeof media === 'string' && /^text\/(?:markdown|plain|html)/u.test(media)) {
    return 'long-text';
  }
  const { maxLength } = schema;
  return typeof maxLength === 'number' && maxLength > LONG_TEXT ? 'long-text' : 'text';
}

/** One of the fixed values that a field offers, with its label. */
export interface Option {
  readonly value: unknown;
  /** The label of the choice; `undefined` for `null`, which the form names in its own language. */
  readonly label: string | undefined;
}

/**
 * Lists the fixed values that a form schema offers by `enum` or by constants with titles;
 * `undefined` if it offers none.
 */
export function toOptions(
  schema: Readonly<Record<string, unknown>>,
): readonly Option[] | undefined {
  if (schema['type'] === 'boolean' && !('oneOf' in schema)) return undefined;
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((value) => ({ value, label: toOptionLabel(value) }));
  }
  const list = schema['oneOf'];
  if (!Array.isArray(list) || !list.every((option) => isRecord(option) && 'const' in option)) {
    return undefined;
  }
  return list.map((option) => ({
    value: option.const,
    label: typeof option.title === 'string' ? option.title : toOptionLabel(option.const),
  }));
}

/** Makes a fixed value that a field offers; only a text can be its label. */
export function toChoice(value: unknown, label: unknown): JsonSchema {
  const title = typeof label === 'string' && label !== '' ? cutVisibleText(label) : undefined;
  return { const: value, ...(title !== undefined && { title }) };
}

function toOptionLabel(value: unknown): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return value === '' ? '""' : cutVisibleText(value);
  return cutVisibleText(JSON.stringify(value));
}
