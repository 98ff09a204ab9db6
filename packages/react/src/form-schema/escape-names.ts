import { isRecord } from '@formwork/schema/internal';

/**
 * The character put before a property's name that every JavaScript object has, such as
 * `constructor`.
 */
const MARK = '\u0000';

/**
 * Renames properties of the data that have the name of a member of every JavaScript object, such as
 * `__proto__`, because the form library drops those.
 */
export function escapeNames(data: unknown): unknown {
  return rename(data, escapeName);
}

/** Gives properties that `escapeNames` has renamed their own names back. */
export function unescapeNames(data: unknown): unknown {
  return rename(data, unescapeName);
}

/** The name that a property has while its data are with the form library. */
export function escapeName(name: string): string {
  return name in Object.prototype || name.startsWith(MARK) ? `${MARK}${name}` : name;
}

/** The name that a property has in the data, by its name in the form library. */
export function unescapeName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

function rename(data: unknown, toName: (name: string) => string): unknown {
  // Almost no data have such names, and then nothing needs to be copied.
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
