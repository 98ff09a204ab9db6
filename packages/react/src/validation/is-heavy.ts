import { isRecord } from '@formwork/core';

/** A schema, as far as it says what judging a value may take. */
export interface SchemaWeight {
  /** Characters of its JSON. */
  readonly size: number;
  /** True if items of lists may have to differ, for which all of them are compared with all. */
  readonly comparesItems: boolean;
}

/** Values, texts and lists that are judged at once. */
const MAX_VALUES = 25_000;
const MAX_TEXT = 20_000;
const MAX_COMPARED = 200;

/** Values times characters of the schema. */
const MAX_WORK = 50_000_000;

/**
 * True if judging a value may keep a page from anything else for long. References that lead back to
 * themselves are not looked at: they are what checks are interrupted at.
 */
export function isHeavy(value: unknown, { size, comparesItems }: SchemaWeight): boolean {
  const most = Math.min(MAX_VALUES, MAX_WORK / Math.max(1, size));
  let values = 0;
  return isTooMuch(value);

  function isTooMuch(part: unknown): boolean {
    values += 1;
    if (values > most) return true;
    if (typeof part === 'string') return part.length > MAX_TEXT;
    if (Array.isArray(part)) {
      return (comparesItems && part.length > MAX_COMPARED) || part.some(isTooMuch);
    }
    if (!isRecord(part)) return false;
    for (const name in part) {
      if (name.length > MAX_TEXT || isTooMuch(part[name])) return true;
    }
    return false;
  }
}
