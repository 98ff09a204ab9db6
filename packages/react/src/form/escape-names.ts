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
  if (typeof data !== 'object' || !JSON.stringify(data).includes(NAME)) return data;
  if (Array.isArray(data)) return data.map((item: unknown) => rename(item, from, to));
  if (!isRecord(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name === from ? to : name,
      rename(value, from, to),
    ]),
  );
}
