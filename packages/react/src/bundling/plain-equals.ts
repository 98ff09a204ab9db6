// Replaces `fast-equals` in the form library, which compares data, schemas and React properties by
// it. All functions count as equal, and circular values are allowed.

/**
 * Makes the function by which the form library compares values. The library's options are ignored,
 * because they are always the same.
 */
export function createCustomEqual(): (a: unknown, b: unknown) => boolean {
  return (a, b) => isEqual(a, b, new Map());
}

function isEqual(a: unknown, b: unknown, open: Map<object, object>): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a === 'function') return typeof b === 'function';
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  // The content of a map or set is not among its properties, so another one counts as changed.
  if (a instanceof Map || a instanceof Set) return false;
  // A value that contains itself is equal if it was compared with the same other value before.
  if (open.has(a)) return open.get(a) === b;
  open.set(a, b);
  const names = listNames(a);
  const isSame =
    names.length === listNames(b).length &&
    names.every(
      (name) => Object.hasOwn(b, name) && isEqual(Reflect.get(a, name), Reflect.get(b, name), open),
    );
  open.delete(a);
  return isSame;
}

/**
 * Lists the properties of an object to compare. A React element's `_owner` is left out, because it
 * leads to the whole page.
 */
function listNames(value: object): readonly string[] {
  const names = Object.keys(value);
  return '$$typeof' in value ? names.filter((name) => name !== '_owner') : names;
}
