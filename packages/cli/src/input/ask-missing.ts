import { appendPointer, parsePointer } from '@formwork/schema/json';
import type { JsonSchema, Problem } from '@formwork/schema';
import { askChoice, askText } from '../terminal/ask.ts';
import { toSafeLine } from '../terminal/safe-text.ts';
import { parseTextValue } from './parse-text-value.ts';
import {
  getDefault,
  getText,
  listProperties,
  listRequired,
  listTypes,
  listValues,
  stepInto,
  toRootPlace,
  type Place,
} from './schema-facets.ts';
import { getAt, isContainer, setAt, type Container } from './value-at.ts';

/** Options of {@link askMissing}. */
export interface AskMissingOptions {
  readonly schema: JsonSchema;
  /** Returns the problems of a value; `[]` if it is valid. */
  readonly check: (value: unknown) => readonly Problem[];
  /** True asks for optional values as well. Default false. */
  readonly optional?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The place in the value that the answer to a question belongs to. */
interface Spot {
  readonly container: Container;
  readonly key: string;
  readonly pointer: string;
  readonly place: Place;
  readonly isRequired: boolean;
}

/**
 * Asks on the terminal for everything that a value lacks, and returns the completed value. @throws
 * InterruptedError on Ctrl-C.
 */
export async function askMissing(value: unknown, options: AskMissingOptions): Promise<unknown> {
  const place = toRootPlace(options.schema);
  const holder: { value?: unknown } = value === undefined ? {} : { value: structuredClone(value) };
  const ask = createAsk(holder, options);
  if (holder.value === undefined && !isObject(place)) {
    await ask({ container: holder, key: 'value', pointer: '', place, isRequired: true });
    return holder.value;
  }
  holder.value ??= {};
  if (isContainer(holder.value)) await fill(holder.value, { place, pointer: '' }, { ask, options });
  return holder.value;
}

interface FillTools {
  readonly ask: (spot: Spot) => Promise<boolean>;
  readonly options: AskMissingOptions;
}

async function fill(
  container: Container,
  { place, pointer }: { readonly place: Place; readonly pointer: string },
  { ask, options }: FillTools,
): Promise<void> {
  if (Array.isArray(container)) return;
  const required = listRequired(place);
  for (const key of options.optional === true ? listProperties(place) : required) {
    const inner = stepInto(place, key);
    if (inner === undefined) continue;
    const at = appendPointer(pointer, key);
    const isRequired = required.includes(key);
    const existing = getAt(container, key);
    const types = listTypes(inner);
    if (existing === undefined && isRequired && isObject(inner)) setAt(container, key, {});
    else if (existing === undefined && types.has('array') && types.size === 1) {
      await fillList(container, { key, pointer: at, place: inner, isRequired }, { ask, options });
      continue;
    } else if (existing === undefined) {
      await ask({ container, key, pointer: at, place: inner, isRequired });
      continue;
    }
    const now = getAt(container, key);
    if (isContainer(now)) await fill(now, { place: inner, pointer: at }, { ask, options });
  }
}

async function fillList(
  container: Container,
  { key, pointer, place, isRequired }: Omit<Spot, 'container'>,
  { ask, options }: FillTools,
): Promise<void> {
  const list: unknown[] = [];
  for (;;) {
    const index = String(list.length);
    const item = stepInto(place, index);
    const at = `${pointer}/${index}`;
    if (item === undefined) break;
    if (isObject(item)) {
      const choices = [
        { name: 'yes', value: true },
        { name: 'no', value: false },
      ];
      const title = `Add ${list.length === 0 ? 'an entry' : 'another entry'} to ${toName(pointer)}?`;
      if (!(await askChoice(title, choices, { signal: options.signal }))) break;
      const entry = {};
      setAt(list, index, entry);
      setAt(container, key, list);
      await fill(entry, { place: item, pointer: at }, { ask, options });
    } else {
      const spot = { container: list, key: index, pointer: at, place: item, isRequired: false };
      if (!(await ask(spot))) break;
    }
  }
  if (isRequired || list.length > 0) setAt(container, key, list);
}

/** Makes the function that asks for one value, and returns whether the person gave one. */
function createAsk(
  holder: { readonly value?: unknown },
  { check, signal }: AskMissingOptions,
): (spot: Spot) => Promise<boolean> {
  return async ({ container, key, pointer, place, isRequired }) => {
    const preset = readPreset(place);
    const title = toTitle(pointer, place, isRequired || preset !== undefined);
    const values = listValues(place);
    const listed = values.length > 0 || listTypes(place).has('boolean') ? values : undefined;
    if (listed !== undefined) {
      const choices = (listed.length > 0 ? listed : [true, false]).map((value) => ({
        name: typeof value === 'string' ? value : JSON.stringify(value),
        value,
      }));
      const none = isRequired ? [] : [{ name: '(nothing)', value: undefined }];
      const value = await askChoice<unknown>(title, [...choices, ...none], { signal });
      if (value !== undefined) setAt(container, key, value);
      return value !== undefined;
    }
    const wrong = (text: string): string | undefined => {
      if (text === '') return isRequired ? 'is required' : undefined;
      try {
        setAt(container, key, parseTextValue(text, place));
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      const problems = check(holder.value).filter((problem) => problem.pointer === pointer);
      if (problems.length > 0) Reflect.deleteProperty(container, key);
      return problems.length === 0 ? undefined : problems.map(({ message }) => message).join('; ');
    };
    const text = await askText(title, { check: wrong, preset, signal });
    if (text === '' && !isRequired) return false;
    setAt(container, key, parseTextValue(text, place));
    return true;
  };
}

function isObject(place: Place): boolean {
  const types = listTypes(place);
  return types.has('object') && types.size === 1;
}

function toTitle(pointer: string, place: Place, isRequired: boolean): string {
  const about = getText(place, 'description') || getText(place, 'title');
  const types = [...listTypes(place)].join(' or ');
  const hints = [types, ...(isRequired ? [] : ['Enter for nothing'])].filter((hint) => hint !== '');
  const kind = hints.length === 0 ? '' : ` (${hints.join(', ')})`;
  return `${toName(pointer)}${about === '' ? '' : `, ${about}`}${kind}:`;
}

/**
 * Returns the value with which a place begins, as a person types it; `undefined` if there is none, or
 * one that is no single value.
 */
function readPreset(place: Place): string | undefined {
  const value = getDefault(place);
  if (typeof value === 'string') return value === toSafeLine(value) ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function toName(pointer: string): string {
  const path = parsePointer(pointer).join('.');
  return path === '' ? 'value' : path;
}
