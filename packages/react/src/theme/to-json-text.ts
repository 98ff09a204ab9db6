import { isTooDeep } from '@formwork/schema/json';
import { cutVisibleText } from '../text/visible-text.ts';

/** The maximum length of the text in an editor for JSON, in characters. */
const MAX_TEXT = 100_000;

/** The maximum nesting of a value whose JSON is indented. */
const MAX_LEVELS = 32;

/**
 * Writes a value as JSON, indented unless it is nested too deep; `''` for `undefined`. Never
 * throws.
 */
export function toJsonText(value: unknown): {
  readonly text: string;
  /** False if the text is only the beginning of the JSON, so that it must not be parsed again. */
  readonly isWhole: boolean;
} {
  if (value === undefined) return { text: '', isWhole: true };
  let dense: string;
  try {
    dense = JSON.stringify(value);
  } catch {
    // The value is nested deeper than the stack allows.
    return { text: Array.isArray(value) ? '[…' : '{…', isWhole: false };
  }
  if (dense.length > MAX_TEXT) return { text: cutVisibleText(dense), isWhole: false };
  const isInLines = !isTooDeep(value, MAX_LEVELS);
  return { text: isInLines ? JSON.stringify(value, undefined, 2) : dense, isWhole: true };
}
