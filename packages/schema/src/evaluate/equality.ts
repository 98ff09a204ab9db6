import { isScalar } from '../json/scalar.ts';

/**
 * The length of an array of scalars up to which its items are compared pair by pair, which is
 * faster than a map for so few.
 */
const FEW = 12;

/** True if two values are equal as JSON: the order of members does not count, and 1 equals 1.0. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isEqual(item, right[index]));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(right, name) && isEqual(Reflect.get(left, name), Reflect.get(right, name)),
  );
}

/**
 * Finds two items that are equal as JSON: the last one that has an equal before it, and the nearest
 * of those. Returns their positions; `undefined` if all items are different. `onCompared` receives
 * the length of each item in characters, because the time grows with it.
 */
export function findEqualItems(
  items: readonly unknown[],
  onCompared: (characters: number) => void = () => undefined,
): readonly [number, number] | undefined {
  if (items.length <= FEW && items.every(isScalar)) return findAmongFew(items);
  const scalars = new Map<unknown, number>();
  const texts = new Map<string, number>();
  let pair: readonly [number, number] | undefined;
  for (const [index, item] of items.entries()) {
    const places: Map<unknown, number> = isScalar(item) ? scalars : texts;
    const key = isScalar(item) ? item : toEqualityKey(item);
    onCompared(typeof key === 'string' ? key.length : 1);
    const before = places.get(key);
    if (before !== undefined) pair = [index, before];
    places.set(key, index);
  }
  return pair;
}

function findAmongFew(items: readonly unknown[]): readonly [number, number] | undefined {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const before = items.lastIndexOf(items[index], index - 1);
    if (before >= 0) return [index, before];
  }
  return undefined;
}

/**
 * Makes a text that is the same for all values that are equal as JSON, whatever the order of their
 * members.
 */
function toEqualityKey(value: unknown): string {
  // The length before a text makes escaping unnecessary, which would take most of the time.
  if (typeof value === 'string') return `${value.length}"${value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(toEqualityKey).join(',')}]`;
  // Values with `toJSON`, such as dates, do not come from JSON but may be checked.
  if ('toJSON' in value && typeof value.toJSON === 'function') return toEqualityKey(value.toJSON());
  let text = '{';
  for (const name of Object.keys(value).toSorted()) {
    text += `${name.length}"${name}${toEqualityKey(Reflect.get(value, name))},`;
  }
  return `${text}}`;
}
