import { isRecord } from '@formwork/schema/internal';

/** Stands before a name that the form library would take for what every object has. */
const MARK = '\u0000';

/** The data with no member that has the name of a member of every object: other code drops those. */
export function escapeNames(data: unknown): unknown {
  return rename(data, escapeName);
}

/** The data as they were before `escapeNames`. */
export function unescapeNames(data: unknown): unknown {
  return rename(data, unescapeName);
}

/** The name that a member has while its data are with the form library. */
export function escapeName(name: string): string {
  return name in Object.prototype || name.startsWith(MARK) ? `${MARK}${name}` : name;
}

/** The name that a member has in the data. */
export function unescapeName(name: string): string {
  return name.startsWith(MARK) ? name.slice(MARK.length) : name;
}

function rename(data: unknown, toName: (name: string) => string): unknown {
  // Nearly no data have such names: then there is nothing to copy.
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
