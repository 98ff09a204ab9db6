import { isRecord } from '@formwork/schema/json';

/**
 * The character put before the name of a property that every JavaScript object has, such as
 * `constructor`, and before the empty name.
 */
const MARK = '\u0000';

/** The name under which the form library keeps the problems of a value, beside those of its members. */
export const ERRORS_NAME = '__errors';

/**
 * Renames properties of data whose name every JavaScript object has, such as `__proto__`, because
 * the form library drops those, the empty name, which the library leaves out of paths, the name
 * under which it keeps problems, and `$ref`, which it would follow among the properties of a schema.
 */
export function escapeNames(data: unknown): unknown {
  return rename(data, escapeName);
}

/** Gives the properties that `escapeNames` has renamed their original names back. */
export function unescapeNames(data: unknown): unknown {
  return rename(data, unescapeName);
}

/** Returns the name that a property of the data has within the form library. */
export function escapeName(name: string): string {
  const isTaken =
    name === '' || name === ERRORS_NAME || name === '$ref' || name in Object.prototype;
  return isTaken || name.startsWith(MARK) ? `${MARK}${name}` : name;
}

/** Returns the name that a property has in the data, from its name within the form library. */
export function unescapeName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

function rename(data: unknown, toName: (name: string) => string): unknown {
  // Data with these names are rare, so other data are returned without a copy.
  return holds(data, toName) ? copy(data, toName) : data;
}

function holds(data: unknown, toName: (name: string) => string): boolean {
  if (Array.isArray(data)) return data.some((item: unknown) => holds(item, toName));
  if (!isRecord(data)) return false;
  for (const name in data) {
    if (toName(name) !== name || holds(data[name], toName)) return true;
  }
  return false;
}

function copy(data: unknown, toName: (name: string) => string): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => copy(item, toName));
  if (!isRecord(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [toName(name), copy(value, toName)]),
  );
}
