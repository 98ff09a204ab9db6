import { appendPointer } from './json-pointer.ts';

/** A part of a value that JSON would change or lose silently. */
export interface JsonLoss {
  /** The JSON pointer to the part that JSON would change; `''` for the value itself. */
  readonly pointer: string;
  /** The part that JSON would change, as text for an error message. */
  readonly shown: string;
}

/**
 * Finds the first part of a value that JSON changes or loses: numbers that are not finite,
 * functions and symbols, `undefined` in arrays, invalid dates, objects whose contents JSON cannot
 * see, such as maps, sets, errors, promises and typed arrays, and objects that hold themselves.
 * `undefined` if there is none.
 *
 * Three things happen as everybody expects and count as no loss: a member that is `undefined` is
 * left out, a value with a `toJSON` of its own, such as a date, becomes what that returns, which is
 * searched in its place, and an instance of a class keeps only its fields.
 *
 * @throws RangeError for a value that is nested deeper than the stack allows.
 */
export function findJsonLoss(value: unknown): JsonLoss | undefined {
  return findLoss(value, '', []);
}

/**
 * Finds the first part of a value that JSON changes or loses, where `key` is its name in the object
 * around it; `around` holds the objects that it is inside of.
 */
function findLoss(value: unknown, key: string, around: object[]): JsonLoss | undefined {
  return findInJson(hasJson(value) ? readJson(value, key) : value, around);
}

interface WithJson {
  readonly toJSON: (key: string) => unknown;
}

function hasJson(value: unknown): value is WithJson {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toJSON' in value &&
    typeof value.toJSON === 'function'
  );
}

/** Returns what JSON reads in place of a value; an invalid date stays, because JSON makes it null. */
function readJson(value: WithJson, key: string): unknown {
  return value instanceof Date && Number.isNaN(value.getTime()) ? value : value.toJSON(key);
}

/** Finds the first loss in a value that has no `toJSON`, or whose `toJSON` was called already. */
function findInJson(value: unknown, around: object[]): JsonLoss | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : { pointer: '', shown: String(value) };
    case 'object':
      return value === null ? undefined : findInObject(value, around);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return { pointer: '', shown: typeof value };
  }
}

function findInObject(value: object, around: object[]): JsonLoss | undefined {
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    return { pointer: '', shown: 'Invalid Date' };
  }
  if (around.includes(value)) return { pointer: '', shown: 'circle' };
  const isArray = Array.isArray(value);
  if (!isArray) {
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (kind !== 'Object') return { pointer: '', shown: kind };
  }
  // An array is read by position, so that holes count, too.
  const members: Iterable<readonly [string | number, unknown]> = isArray
    ? value.entries()
    : Object.entries(value);
  around.push(value);
  for (const [key, member] of members) {
    if (member === undefined && !isArray) continue;
    const loss = findLoss(member, String(key), around);
    if (loss !== undefined) return { ...loss, pointer: appendPointer('', key) + loss.pointer };
  }
  around.pop();
  return undefined;
}
