import { isAmbiguousNumber, CLEAR_NUMBER } from './ambiguous-number.ts';
import { hidesItsData, nameClass } from './hidden-data.ts';
import { appendPointer } from './json-pointer.ts';
import { hasLoneSurrogate, WHOLE_TEXT } from './lone-surrogate.ts';

/** A part of a value that JSON would change or lose silently. */
export interface JsonLoss {
  /** The JSON pointer to the part that JSON would change; `''` for the value itself. */
  readonly pointer: string;
  /** The part that JSON would change, as text for an error message. */
  readonly shown: string;
  /** The kind of value that has to be in its place, as text for an error message; absent for any JSON value. */
  readonly expected?: string;
}

/** Options of {@link findJsonLoss}. */
export interface JsonLossOptions {
  /**
   * True finds as well what JSON carries and another door of an agent does not: numbers from 2^53 to
   * 2^64 with more than 15 significant digits, which may stand for other integers, and texts and
   * names with half of a surrogate pair.
   * Default false.
   */
  readonly forDoors?: boolean;
}

/**
 * Finds the first part of a value that JSON changes or loses: numbers that are not finite,
 * functions and symbols, `undefined` in arrays, invalid dates, objects whose contents JSON cannot
 * see, such as maps, sets, errors, promises, typed arrays and instances that keep all of their data
 * in private fields, members that throw when they are read, and objects that hold themselves.
 * `undefined` if there is none.
 *
 * These things happen as everybody expects and count as no loss: a member that is `undefined`, not
 * enumerable or under a symbol is left out; a value with a `toJSON` of its own, such as a date,
 * becomes what that returns, which is searched in its place; an instance of a class keeps its
 * fields, and not its methods, getters and private fields; a list keeps its items, such as those of
 * a match of a pattern; and `-0` becomes 0, which equals it.
 *
 * @throws RangeError for a value that is nested deeper than the stack allows.
 *
 * @example
 * findJsonLoss({ total: NaN }); // { pointer: '/total', shown: 'NaN' }
 */
export function findJsonLoss(
  value: unknown,
  { forDoors = false }: JsonLossOptions = {},
): JsonLoss | undefined {
  const search: Search = { around: [], path: [], forDoors, expected: undefined };
  let description: string | undefined;
  try {
    description = describeLoss(value, '', search);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    description = 'a value that throws when it is read';
  }
  if (description === undefined) return undefined;
  const { path, expected } = search;
  const pointer = path.reduce<string>(appendPointer, '');
  return { pointer, shown: description, ...(expected !== undefined && { expected }) };
}

/** The place of a search: the objects around it, and their keys. */
interface Search {
  readonly around: object[];
  /** The path to a loss, once one is found. */
  readonly path: (string | number)[];
  readonly forDoors: boolean;
  /** The kind of value that has to be in place of the loss, once one is found that another value could replace. */
  expected: string | undefined;
}

/** Describes the first loss in a value, where `key` is its name in the object around it. */
function describeLoss(value: unknown, key: string, search: Search): string | undefined {
  return describeInJson(hasJson(value) ? readJson(value, key) : value, search);
}

interface WithJson {
  readonly toJSON: (key: string) => unknown;
}

function hasJson(value: unknown): value is WithJson {
  // Programs give all bigints a `toJSON`, which makes texts of them.
  const holder: unknown = typeof value === 'bigint' ? Object(value) : value;
  return (
    ((typeof holder === 'object' && holder !== null) || typeof holder === 'function') &&
    'toJSON' in holder &&
    typeof holder.toJSON === 'function'
  );
}

/** Returns what JSON reads in place of a value; an invalid date stays, because JSON makes it null. */
function readJson(value: WithJson, key: string): unknown {
  return value instanceof Date && Number.isNaN(value.getTime()) ? value : value.toJSON(key);
}

/** Returns true for most values that have no members, and that JSON and every door carry. */
function isScalar(value: unknown): boolean {
  if (typeof value === 'string') return !hasLoneSurrogate(value);
  if (typeof value === 'number') return Number.isFinite(value) && !isAmbiguousNumber(value);
  return typeof value === 'boolean';
}

function describeText(text: string, search: Search): string | undefined {
  if (!search.forDoors || !hasLoneSurrogate(text)) return undefined;
  search.expected = WHOLE_TEXT;
  return 'half a surrogate pair';
}

function describeNumber(number: number, search: Search): string | undefined {
  if (!Number.isFinite(number)) return String(number);
  if (!search.forDoors || !isAmbiguousNumber(number)) return undefined;
  search.expected = CLEAR_NUMBER;
  return String(number);
}

/** Describes the first loss in a value that has no `toJSON`, or whose `toJSON` was called already. */
function describeInJson(value: unknown, search: Search): string | undefined {
  switch (typeof value) {
    case 'string':
      return describeText(value, search);
    case 'boolean':
      return undefined;
    case 'number':
      return describeNumber(value, search);
    case 'object':
      return value === null ? undefined : describeInObject(value, search);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return typeof value;
  }
}

function describeInObject(value: object, search: Search): string | undefined {
  if (value instanceof Date && Number.isNaN(value.getTime())) return 'Invalid Date';
  if (search.around.includes(value)) return 'circle';
  const isList = Array.isArray(value);
  const kind = isList
    ? 'Array'
    : Object.prototype.toString.call(value).slice('[object '.length, -1);
  // Boxed, they are what they hold.
  if (kind === 'Boolean') return undefined;
  if (kind === 'String') {
    const text: unknown = value.valueOf();
    return typeof text === 'string' ? describeText(text, search) : undefined;
  }
  if (kind === 'Number') return describeInJson(Number(value), search);
  const keys = Object.keys(value);
  if (!isList && kind !== 'Object' && (keys.length === 0 || hasContents(value, kind))) return kind;
  if (!isList && keys.length === 0 && hidesItsData(value)) {
    return `an instance of ${nameClass(value)}, whose fields are private`;
  }
  search.around.push(value);
  const description = isList
    ? describeInList(value, search)
    : describeInMembers(value as Readonly<Record<string, unknown>>, keys, search);
  search.around.pop();
  return description;
}

/** The kinds of objects that hold more than their members. */
const KINDS_WITH_CONTENTS: ReadonlySet<string> = new Set([
  'Arguments',
  'BigInt',
  'Error',
  'Map',
  'Promise',
  'RegExp',
  'Set',
  'Symbol',
]);

/** True for an object whose contents are not its members, whatever members it has besides. */
function hasContents(value: object, kind: string): boolean {
  return KINDS_WITH_CONTENTS.has(kind) || ArrayBuffer.isView(value);
}

/** Describes the first loss in a list, which is read by position, so that holes count, too. */
function describeInList(list: readonly unknown[], search: Search): string | undefined {
  const { path } = search;
  const depth = path.length;
  for (let index = 0; index < list.length; index += 1) {
    // The place is known before the item is read, because a getter may throw.
    path[depth] = index;
    const item = list[index];
    if (isScalar(item)) continue;
    const description = describeLoss(item, String(index), search);
    if (description !== undefined) return description;
  }
  path.length = depth;
  return undefined;
}

function describeInMembers(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  search: Search,
): string | undefined {
  const { path } = search;
  const depth = path.length;
  for (const key of keys) {
    path[depth] = key;
    const member = value[key];
    if (member === undefined) continue;
    const misnamed = search.forDoors ? describeText(key, search) : undefined;
    if (misnamed !== undefined) return `a name with ${misnamed}`;
    if (isScalar(member)) continue;
    const json = hasJson(member) ? readJson(member, key) : member;
    // A `toJSON` that returns nothing leaves its member out.
    if (json === undefined) continue;
    const description = describeInJson(json, search);
    if (description !== undefined) return description;
  }
  path.length = depth;
  return undefined;
}
