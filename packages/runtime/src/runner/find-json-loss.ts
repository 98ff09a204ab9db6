/** What JSON would change without a word. */
export interface JsonLoss {
  /** Where it stands, as a JSON Pointer; empty for the value itself. */
  readonly pointer: string;
  /** What stands there, for a message. */
  readonly shown: string;
}

/**
 * Finds what comes back as something else, or not at all, after a way through JSON: numbers that
 * are not finite, functions and symbols, `undefined` in arrays, and objects whose contents JSON
 * cannot see, such as maps, sets, errors, promises and typed arrays.
 *
 * Two things are as everybody expects, and no loss: members that are `undefined` are left out, and
 * what has a `toJSON` of its own, such as a date, is what that returns. Of an instance of a class
 * JSON keeps the fields. The value MUST be one that `JSON.stringify` takes.
 */
export function findJsonLoss(value: unknown, pointer = ''): JsonLoss | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : { pointer, shown: String(value) };
    case 'object':
      return value === null ? undefined : findInObject(value, pointer);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return { pointer, shown: typeof value };
  }
}

function findInObject(value: object, pointer: string): JsonLoss | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function') return undefined;
  const isArray = Array.isArray(value);
  if (!isArray) {
    const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (kind !== 'Object') return { pointer, shown: kind };
  }
  // An array by its places: those without a value count, too.
  const members: Iterable<readonly [string | number, unknown]> = isArray
    ? value.entries()
    : Object.entries(value);
  for (const [key, member] of members) {
    if (member === undefined && !isArray) continue;
    const loss = findJsonLoss(member, `${pointer}/${toToken(key)}`);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function toToken(key: string | number): string {
  return typeof key === 'number' ? `${key}` : key.replaceAll('~', '~0').replaceAll('/', '~1');
}
