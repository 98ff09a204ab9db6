/**
 * True for an object that is neither `null` nor an array.
 *
 * @example
 * isRecord(JSON.parse('{"a":1}')); // true
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a value that is an object; an empty object for anything else.
 *
 * @example
 * toRecord(JSON.parse('null')); // {}
 */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * Returns a value that is an array; an empty array for anything else.
 *
 * @example
 * toList(JSON.parse('null')); // []
 */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reads a member that an object or array has itself: never one that it inherits, such as
 * `constructor`, and never by running a getter. `undefined` for everything else.
 *
 * @example
 * getOwn({ a: 1 }, 'a'); // 1
 * getOwn({ a: 1 }, 'constructor'); // undefined
 */
export function getOwn<Value>(
  value: Readonly<Record<string, Value>> | undefined,
  name: PropertyKey,
): Value | undefined;
export function getOwn(value: unknown, name: PropertyKey): unknown;
export function getOwn(value: unknown, name: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The values that were frozen whole, because an engine asks a large object each of its members. */
const frozen = new WeakSet<object>();

/**
 * Freezes a value with everything in it, and returns it. Bytes stay as they are: JavaScript has no
 * way to freeze them.
 *
 * @example
 * const settings = deepFreeze({ colors: ['red'] });
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  // A stack replaces recursion, because values may be nested deeper than calls can be.
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (ArrayBuffer.isView(next) || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) {
      if (typeof child === 'object' && child !== null) waiting.push(child);
    }
  }
  frozen.add(value);
  return value;
}
