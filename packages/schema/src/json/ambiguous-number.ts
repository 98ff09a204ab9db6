/** The words for the value that must be in place of a number that may stand for another integer. */
export const SAFE_INTEGER = 'an integer between -(2^53-1) and 2^53-1, or a text';

/** The first number beyond the integers of 64 bits, of which other languages have none. */
const BEYOND_INTEGERS = 2 ** 64;

/**
 * True for a number from 2^53 to 2^64, of either sign: a double there may stand for its neighbours,
 * the integers of 64 bits, and no door can tell.
 */
export function isAmbiguousNumber(number: number): boolean {
  const size = Math.abs(number);
  return size > Number.MAX_SAFE_INTEGER && size <= BEYOND_INTEGERS;
}
