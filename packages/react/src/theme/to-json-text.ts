import { isTooDeep } from '@formwork/schema/internal';
import { cutVisibleText } from '../text/visible-text.ts';

/** A value as an editor shows it. */
interface JsonText {
  readonly text: string;
  /** False if the text is only the beginning: it must not be read back. */
  readonly isWhole: boolean;
}

/** Characters that an editor takes. */
const MAX_TEXT = 100_000;

/** Levels that are indented. */
const MAX_LEVELS = 32;

/** A value as JSON, in lines unless these would be mostly indents; `''` for `undefined`. Never throws. */
export function toJsonText(value: unknown): JsonText {
  if (value === undefined) return { text: '', isWhole: true };
  let dense: string;
  try {
    dense = JSON.stringify(value);
  } catch {
    // Nested deeper than the stack goes.
    return { text: Array.isArray(value) ? '[…' : '{…', isWhole: false };
  }
  if (dense.length > MAX_TEXT) return { text: cutVisibleText(dense), isWhole: false };
  const isInLines = !isTooDeep(value, MAX_LEVELS);
  return { text: isInLines ? JSON.stringify(value, undefined, 2) : dense, isWhole: true };
}
