import type { JsonSchema, Problem } from '@formwork/schema';
import { appendPointer, parsePointer } from '@formwork/schema/json';
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
  toRootNode,
  type InputNode,
} from './schema-facets.ts';
import { getAt, isContainer, setAt, type Container } from './value-at.ts';

/** Options of {@link askMissingValues}. */
export interface AskMissingOptions {
  readonly schema: JsonSchema;
  /** Returns the problems of a value; `[]` if it is valid. */
  readonly check: (value: unknown) => readonly Problem[];
  /** True asks for optional values as well. Default false. */
  readonly optional?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The place in the value that the answer to a question belongs to. */
interface MissingValue {
  readonly container: Container;
  readonly key: string;
  readonly pointer: string;
  readonly node: InputNode;
  readonly isRequired: boolean;
}

/**
 * Asks on the terminal for everything that a value lacks, and returns the completed value. @throws
 * InterruptedError on Ctrl-C.
 */
export async function askMissingValues(
  value: unknown,
  options: AskMissingOptions,
): Promise<unknown> {
  const node = toRootNode(options.schema);
  const holder: { value?: unknown } = value === undefined ? {} : { value: structuredClone(value) };
  const ask = createAsk(holder, options);
  if (holder.value === undefined && !isObject(node)) {
    await ask({ container: holder, key: 'value', pointer: '', node, isRequired: true });
    return holder.value;
  }
  holder.value ??= {};
  if (isContainer(holder.value)) await fill(holder.value, { node, pointer: '' }, { ask, options });
  return holder.value;
}

interface FillTools {
  readonly ask: (missing: MissingValue) => Promise<boolean>;
  readonly options: AskMissingOptions;
}

async function fill(
  container: Container,
  { node, pointer }: { readonly node: InputNode; readonly pointer: string },
  { ask, options }: FillTools,
): Promise<void> {
  if (Array.isArray(container)) return;
  const required = listRequired(node);
  for (const key of options.optional === true ? listProperties(node) : required) {
    const inner = stepInto(node, key);
    if (inner === undefined) continue;
    const at = appendPointer(pointer, key);
    const isRequired = required.includes(key);
    const existing = getAt(container, key);
    const types = listTypes(inner);
    if (existing === undefined && isRequired && isObject(inner)) setAt(container, key, {});
    else if (existing === undefined && types.has('array') && types.size === 1) {
      await fillList(container, { key, pointer: at, node: inner, isRequired }, { ask, options });
      continue;
    } else if (existing === undefined) {
      await ask({ container, key, pointer: at, node: inner, isRequired });
      continue;
    }
    const now = getAt(container, key);
    if (isContainer(now)) await fill(now, { node: inner, pointer: at }, { ask, options });
  }
}

async function fillList(
  container: Container,
  { key, pointer, node, isRequired }: Omit<MissingValue, 'container'>,
  { ask, options }: FillTools,
): Promise<void> {
  const list: unknown[] = [];
  for (;;) {
    const index = String(list.length);
    const item = stepInto(node, index);
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
      await fill(entry, { node: item, pointer: at }, { ask, options });
    } else {
      const missing = { container: list, key: index, pointer: at, node: item, isRequired: false };
      if (!(await ask(missing))) break;
    }
  }
  if (isRequired || list.length > 0) setAt(container, key, list);
}

/** Makes the function that asks for one value, and returns whether the person gave one. */
function createAsk(
  holder: { readonly value?: unknown },
  { check, signal }: AskMissingOptions,
): (missing: MissingValue) => Promise<boolean> {
  return async ({ container, key, pointer, node, isRequired }) => {
    const preset = readPreset(node);
    const title = toTitle(pointer, node, isRequired || preset !== undefined);
    const values = listValues(node);
    const listed = values.length > 0 || listTypes(node).has('boolean') ? values : undefined;
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
        setAt(container, key, parseTextValue(text, node));
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      const problems = check(holder.value).filter((problem) => problem.pointer === pointer);
      if (problems.length > 0) Reflect.deleteProperty(container, key);
      return problems.length === 0 ? undefined : problems.map(({ message }) => message).join('; ');
    };
    const text = await askText(title, { check: wrong, preset, signal });
    if (text === '' && !isRequired) return false;
    setAt(container, key, parseTextValue(text, node));
    return true;
  };
}

function isObject(node: InputNode): boolean {
  const types = listTypes(node);
  return types.has('object') && types.size === 1;
}

function toTitle(pointer: string, node: InputNode, isRequired: boolean): string {
  const about = getText(node, 'description') || getText(node, 'title');
  const types = [...listTypes(node)].join(' or ');
  const hints = [types, ...(isRequired ? [] : ['Enter for nothing'])].filter((hint) => hint !== '');
  const kind = hints.length === 0 ? '' : ` (${hints.join(', ')})`;
  return `${toName(pointer)}${about === '' ? '' : `, ${about}`}${kind}:`;
}

/**
 * Returns the value with which a node begins, as a person types it; `undefined` if there is none, or
 * one that is no single value.
 */
function readPreset(node: InputNode): string | undefined {
  const value = getDefault(node);
  if (typeof value === 'string') return value === toSafeLine(value) ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function toName(pointer: string): string {
  const path = parsePointer(pointer).join('.');
  return path === '' ? 'value' : path;
}
