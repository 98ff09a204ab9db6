import { isRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';

/** The keyword under which a schema keeps hints about how its value is entered and shown. */
export const UI_HINTS_KEYWORD = 'x-formwork-ui';

/** The widths of a control, from that of a number to that of the whole form. */
const WIDTHS = ['short', 'medium', 'long', 'full'] as const;

/** The controls that a hint can ask for. */
const WIDGETS = [
  'text',
  'textarea',
  'code',
  'password',
  'color',
  'radio',
  'select',
  'switch',
  'slider',
  'rating',
  'table',
  'cards',
  'spreadsheet',
] as const;

/** The width of a control. */
export type UiWidth = (typeof WIDTHS)[number];

/** The control by which a value is entered. */
export type UiWidget = (typeof WIDGETS)[number];

/**
 * Hints about how a value is entered and shown, under `x-formwork-ui` in its schema. They change no
 * rule about values: a program that does not know them loses nothing.
 */
export interface UiHints {
  /**
   * The names of an object's properties in the order of their fields; names that are left out follow
   * in the order of the schema.
   */
  readonly order?: readonly string[];
  /** The width of the control. Default: that of the values that the schema allows. */
  readonly width?: UiWidth;
  /** The control. Default: the one that fits the schema best. One that cannot hold the value is ignored. */
  readonly widget?: UiWidget;
  /** An example that stands in the empty control. Default: none. */
  readonly placeholder?: string;
  /** The help below the control, in place of the schema's description. */
  readonly help?: string;
  /** The heading under which a property stands with its neighbours. Default: none. */
  readonly section?: string;
  /** The unit of a number, such as `km`, shown behind it. Default: none. */
  readonly unit?: string;
  /**
   * The words of a form for a value that does not fit, by the keyword, such as `pattern`;
   * `required` is for a missing value. A text is for all languages, texts by language tag (`de`) are
   * for these. Default: the words of the form.
   */
  readonly messages?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The most characters of a text in a hint. */
export const MAX_TEXT = 1000;

/** The most names in an `order` that are read. */
const MAX_NAMES = 2000;

/**
 * The reason why a hint means nothing: its name is unknown, its value is no known word, no text,
 * no texts by keyword or no list of names, the control is for other types, or the schema lacks the bounds for it.
 */
type UiHintReason = 'name' | 'word' | 'text' | 'texts' | 'names' | 'type' | 'bounds';

/** A hint that means nothing. */
export interface UiHintIssue {
  /** The name of the hint; `''` for the hints as a whole. */
  readonly name: string;
  readonly reason: UiHintReason | 'object';
  /** The words that would have a meaning there. */
  readonly allowed: readonly string[];
}

/** The hints of a schema that have a meaning, and the others. */
export interface UiHintResult {
  readonly hints: UiHints;
  readonly faults: readonly UiHintIssue[];
}

const NONE: UiHintResult = { hints: {}, faults: [] };

/**
 * Reads the hints of a schema. A hint that is unknown, of the wrong type or not for values of this
 * schema is left out and listed as a fault. Never throws, and its work is bounded, so that schemas of
 * strangers can be read.
 */
export function readUiHints(schema: JsonSchema): UiHintResult {
  if (!Object.hasOwn(schema, UI_HINTS_KEYWORD)) return NONE;
  const annotation = schema[UI_HINTS_KEYWORD];
  if (!isRecord(annotation))
    return { hints: {}, faults: [{ name: '', reason: 'object', allowed: [] }] };
  const faults: UiHintIssue[] = [];
  const hints: Record<string, unknown> = {};
  for (const name of Object.keys(annotation).slice(0, 50)) {
    const fault = findFault(name, annotation[name], schema);
    if (fault === undefined) hints[name] = annotation[name];
    else faults.push({ name, ...fault });
  }
  return { hints, faults };
}

type Fault = Omit<UiHintIssue, 'name'>;

/** The names of all hints. */
const NAMES = ['order', 'width', 'widget', 'placeholder', 'help', 'section', 'unit', 'messages'];

/** Returns the fault of a hint without its name; `undefined` if the hint has a meaning. */
function findFault(name: string, value: unknown, schema: JsonSchema): Fault | undefined {
  switch (name) {
    case 'order':
      return checkOrder(value, schema);
    case 'width':
      return checkWord(value, WIDTHS);
    case 'messages':
      return isTexts(value) ? undefined : { reason: 'texts', allowed: [] };
    case 'widget':
      return checkWord(value, WIDGETS) ?? checkWidget(value, schema);
    default: {
      if (!NAMES.includes(name)) return { reason: 'name', allowed: NAMES };
      return isText(value) ? undefined : { reason: 'text', allowed: [] };
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT;
}

/** True for texts by keyword, each of which may itself be texts by language. */
function isTexts(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const texts = Object.values(value).slice(0, MAX_NAMES);
  return texts.every(
    (text) => isText(text) || (isRecord(text) && Object.values(text).slice(0, 50).every(isText)),
  );
}

function checkWord(value: unknown, words: readonly string[]): Fault | undefined {
  return typeof value === 'string' && words.includes(value)
    ? undefined
    : { reason: 'word', allowed: words };
}

function checkOrder(value: unknown, { properties }: JsonSchema): Fault | undefined {
  const propertyNames = isRecord(properties) ? Object.keys(properties) : [];
  const names = new Set(propertyNames);
  const fits =
    Array.isArray(value) &&
    value.length <= MAX_NAMES &&
    value.every((name) => typeof name === 'string') &&
    (propertyNames.length === 0 || value.every((name) => names.has(name)));
  return fits ? undefined : { reason: 'names', allowed: propertyNames };
}

/** The types of the values for which there is a control, by the control. */
const TYPES: Readonly<Record<UiWidget, readonly string[]>> = {
  text: ['string'],
  textarea: ['string'],
  code: ['string'],
  password: ['string'],
  color: ['string'],
  radio: ['string', 'number', 'integer', 'boolean'],
  select: ['string', 'number', 'integer'],
  switch: ['boolean'],
  slider: ['number', 'integer'],
  rating: ['integer'],
  table: ['array'],
  cards: ['array'],
  spreadsheet: ['array'],
};

/** The most stars of a rating. */
export const MAX_STARS = 10;

function checkWidget(value: unknown, schema: JsonSchema): Fault | undefined {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  const widget = WIDGETS.find((name) => name === value) ?? 'text';
  // A schema without a type may get one by a reference or by its parts.
  if (types.length === 0) return undefined;
  if (!types.some((type) => TYPES[widget].includes(type))) {
    const fitting = WIDGETS.filter((name) => types.some((type) => TYPES[name].includes(type)));
    return { reason: 'type', allowed: fitting };
  }
  const { minimum, maximum } = schema;
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number' && minimum < maximum;
  const hasStars = typeof maximum === 'number' && maximum >= 2 && maximum <= MAX_STARS;
  const fits = widget === 'slider' ? isBounded : widget === 'rating' ? hasStars : true;
  return fits ? undefined : { reason: 'bounds', allowed: [] };
}
