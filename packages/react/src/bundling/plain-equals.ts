// Replaces `fast-equals` in the form library, which compares data, schemas and React properties by
// it. All functions count as equal, and circular values are allowed.

/**
 * Makes the function by which the form library compares values. The library's options are ignored,
 * because they are always the same.
 */
export function createCustomEqual(): (one: unknown, other: unknown) => boolean {
  return (one, other) => isEqual(one, other, new Map());
}

function isEqual(one: unknown, other: unknown, open: Map<object, object>): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (typeof one === 'function') return typeof other === 'function';
  if (!isObject(one) || !isObject(other)) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  // The content of a map or set is not among its properties, so another one counts as changed.
  if (one instanceof Map || one instanceof Set) return false;
  // A value that contains itself is equal if it was compared with the same other value before.
  if (open.has(one)) return open.get(one) === other;
  open.set(one, other);
  const names = listNames(one);
  const same =
    names.length === listNames(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], open));
  open.delete(one);
  return same;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Lists the properties of an object to compare. A React element's `_owner` is left out, because it
 * leads to the whole page.
 */
function listNames(value: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(value);
  return '$$typeof' in value ? names.filter((name) => name !== '_owner') : names;
}
