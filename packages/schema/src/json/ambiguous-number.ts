/** The words for the value that must be in place of a number that may stand for another integer. */
export const CLEAR_NUMBER = 'a text, or at most 15 significant digits beyond 2^53';

/** The first number beyond the integers of 64 bits, of which other languages have none. */
const BEYOND_INTEGERS = 2 ** 64;

/** The digits of a decimal that come back unchanged from every double (IEEE 754). */
const SURE_DIGITS = 15;

/**
 * True for a number from 2^53 to 2^64, of either sign, that has more than 15 significant digits: a
 * double there may stand for its neighbours, the integers of 64 bits, and no door can tell. One that
 * fewer digits write, such as 1e18, is what its sender wrote.
 */
export function isAmbiguousNumber(number: number): boolean {
  const size = Math.abs(number);
  return (
    size > Number.MAX_SAFE_INTEGER &&
    size <= BEYOND_INTEGERS &&
    Number(number.toPrecision(SURE_DIGITS)) !== number
  );
}

/** Says what must be in place of a number that may stand for another one. */
export function expectNumber(text: string): string {
  const number = Number(text);
  return Number.isFinite(number) && number !== 0
    ? CLEAR_NUMBER
    : 'a number that JavaScript holds exactly';
}
