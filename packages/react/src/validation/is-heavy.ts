import { isRecord } from '@formwork/schema/internal';

/** Values and texts that are judged at once. */
const MAX_VALUES = 25_000;
const MAX_TEXT = 20_000;

/** Values times characters of the schema. */
const MAX_WORK = 50_000_000;

/**
 * True if judging a value by a schema of so many characters may keep a page from anything else for
 * long. Checks end after some steps, whatever it is; this spares those that would surely be in vain.
 */
export function isHeavy(value: unknown, schemaSize: number): boolean {
  const most = Math.min(MAX_VALUES, MAX_WORK / Math.max(1, schemaSize));
  let values = 0;
  return isTooMuch(value);

  function isTooMuch(part: unknown): boolean {
    values += 1;
    if (values > most) return true;
    if (typeof part === 'string') return part.length > MAX_TEXT;
    if (Array.isArray(part)) return part.some(isTooMuch);
    if (!isRecord(part)) return false;
    for (const name in part) {
      if (name.length > MAX_TEXT || isTooMuch(part[name])) return true;
    }
    return false;
  }
}
