import { isRecord } from '@formwork/core';

const NAME = '__proto__';

/** Stands for the name while data are with the form library, which would drop it. No schema has it. */
const ESCAPED = '\u0000__proto__';

/** The data with no property of the name `__proto__`, which other code would not copy. */
export function escapeNames(data: unknown): unknown {
  return rename(data, NAME, ESCAPED);
}

/** The data as they were before `escapeNames`. */
export function unescapeNames(data: unknown): unknown {
  return rename(data, ESCAPED, NAME);
}

function rename(data: unknown, from: string, to: string): unknown {
  // Nearly no data have the name: then there is nothing to copy.
  return holds(data, from) ? copy(data, from, to) : data;
}

function holds(data: unknown, name: string): boolean {
  if (Array.isArray(data)) return data.some((item: unknown) => holds(item, name));
  if (!isRecord(data)) return false;
  if (Object.hasOwn(data, name)) return true;
  for (const member in data) if (holds(data[member], name)) return true;
  return false;
}

function copy(data: unknown, from: string, to: string): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => copy(item, from, to));
  if (!isRecord(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name === from ? to : name, copy(value, from, to)]),
  );
}
