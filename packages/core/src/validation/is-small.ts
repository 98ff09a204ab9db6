import { isRecord } from '../is-record.ts';

/** Longest text, in characters, that checks of formats go through in no time. */
const MAX_TEXT = 2000;

/**
 * True if a value has at most `limit` parts: itself, items and members, however deep, each with one
 * more for every hundred characters of its name and text, and none of these is longer than 2,000.
 *
 * Looks at no more than that, so that large and cyclic values cost nothing.
 */
export function isSmall(value: unknown, limit: number): boolean {
  return takeParts(value, limit) >= 0;
}

/** What is left of the limit after the parts of the value; below zero if they are more. */
function takeParts(value: unknown, limit: number): number {
  if (typeof value === 'string') return limit - 1 - toParts(value);
  let left = limit - 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (left < 0) return left;
      left = takeParts(item, left);
    }
  } else if (isRecord(value)) {
    for (const name in value) {
      if (left < 0) return left;
      left = takeParts(value[name], left - toParts(name));
    }
  }
  return left;
}

function toParts(text: string): number {
  return text.length > MAX_TEXT ? Number.POSITIVE_INFINITY : Math.floor(text.length / 100);
}
