import { appendPointer } from '../problems/json-pointer.ts';

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
  return find(value, { pointer: '', around: new Set() });
}

/** Where a value stands. */
interface Place {
  readonly pointer: string;
  /** What it is in. */
  readonly around: Set<object>;
}

function find(value: unknown, place: Place): JsonLoss | undefined {
  const { pointer } = place;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : { pointer, shown: String(value) };
    case 'object':
      return value === null ? undefined : findInObject(value, place);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return { pointer, shown: typeof value };
  }
}

function findInObject(value: object, { pointer, around }: Place): JsonLoss | undefined {
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    return { pointer, shown: 'Invalid Date' };
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return undefined;
  if (around.has(value)) return { pointer, shown: 'circle' };
  const isArray = Array.isArray(value);
  if (!isArray) {
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (kind !== 'Object') return { pointer, shown: kind };
  }
  // An array by its places: those without a value count, too.
  const members: Iterable<readonly [string | number, unknown]> = isArray
    ? value.entries()
    : Object.entries(value);
  around.add(value);
  for (const [key, member] of members) {
    if (member === undefined && !isArray) continue;
    const loss = find(member, { pointer: appendPointer(pointer, key), around });
    if (loss !== undefined) return loss;
  }
  around.delete(value);
  return undefined;
}
