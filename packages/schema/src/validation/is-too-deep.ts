import { isRecord } from '../json/record.ts';

/** The deepest nesting of arrays and objects in values that can be checked. */
export const MAX_DATA_DEPTH = 64;

/**
 * True if arrays and objects are nested deeper than `limit` (default 64) levels.
 *
 * The limit bounds the recursion, so neither deep nor cyclic values exhaust the stack.
 *
 * @example
 * isTooDeep([[]], 1); // true
 */
export function isTooDeep(value: unknown, limit: number = MAX_DATA_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && item !== null && isTooDeep(item, limit - 1)) return true;
    }
    return false;
  }
  if (!isRecord(value)) return false;
  for (const name in value) {
    const member = value[name];
    if (typeof member === 'object' && member !== null && isTooDeep(member, limit - 1)) return true;
  }
  return false;
}
