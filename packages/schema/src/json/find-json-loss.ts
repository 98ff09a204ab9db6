import { appendPointer } from './json-pointer.ts';

/** What JSON would change without a word. */
export interface JsonLoss {
  /** Where it stands, as a JSON Pointer; empty for the value itself. */
  readonly pointer: string;
  /** What stands there, for a message. */
  readonly shown: string;
}

/**
 * Finds what comes back as something else, or not at all, after a way through JSON: numbers that
 * are not finite, functions and symbols, `undefined` in arrays, dates that are none, objects whose
 * contents JSON cannot see, such as maps, sets, errors, promises and typed arrays, and objects that
 * hold themselves.
 *
 * Two things are as everybody expects, and no loss: members that are `undefined` are left out, and
 * what has a `toJSON` of its own, such as a date, is what that returns. Of an instance of a class
 * JSON keeps the fields.
 *
 * @throws RangeError for a value that is nested deeper than the stack allows.
 */
export function findJsonLoss(value: unknown): JsonLoss | undefined {
  return find(value, []);
}

/** `around` is what the value is in. */
function find(value: unknown, around: object[]): JsonLoss | undefined {
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
  if ('toJSON' in value && typeof value.toJSON === 'function') return undefined;
  if (around.includes(value)) return { pointer: '', shown: 'circle' };
  const isArray = Array.isArray(value);
  if (!isArray) {
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (kind !== 'Object') return { pointer: '', shown: kind };
  }
  // An array by its places: those without a value count, too.
  const members: Iterable<readonly [string | number, unknown]> = isArray
    ? value.entries()
    : Object.entries(value);
  around.push(value);
  for (const [key, member] of members) {
    if (member === undefined && !isArray) continue;
    const loss = find(member, around);
    if (loss !== undefined) return { ...loss, pointer: appendPointer('', key) + loss.pointer };
  }
  around.pop();
  return undefined;
}
