import { isAmbiguousNumber } from '../json/ambiguous-number.ts';

// A module of its own, apart from the parser of JSON text: forms need it at once, and the parser
// much later.

/**
 * False for a number in JSON that JavaScript would change (see {@link keepsDigits}), and for one that
 * may stand for another one (see {@link isAmbiguousNumber}).
 */
export function isExactNumber(text: string): boolean {
  return keepsDigits(text) && !isAmbiguousNumber(Number(text));
}

/**
 * False for a number in JSON that JavaScript would change: one beyond 2^53 whose digits do not come
 * back, one that is too large, and one so small that it becomes 0. Rounding the digits of a fraction
 * counts as no change, because it happens to all of them; nor do further digits of a number with an
 * exponent count, if they are those of its float.
 */
export function keepsDigits(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  if (number === 0) return !/^[^e]*[1-9]/iu.test(text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return true;
  // Reading zeros takes time that grows with the square of their number.
  if (text.length > MAX_LENGTH) return false;
  const before = readDigits(text);
  if (isSame(before, readDigits(String(number)))) return true;
  // Other languages write a float with more digits than JavaScript does, such as 17 or 20.
  const { length } = before.digits;
  return (
    /e/iu.test(text) &&
    length <= MAX_PRECISION &&
    isSame(before, readDigits(number.toPrecision(length)))
  );
}

/** The longest number beyond 2^53 that is read: more digits than any number of JavaScript has. */
const MAX_LENGTH = 1_100;

/** The most digits that `toPrecision` writes. */
const MAX_PRECISION = 100;

/** A number as its digits, from the first to the last that is not 0. */
interface Digits {
  readonly digits: string;
  /** The power of ten of the last digit. */
  readonly exponent: number;
}

function isSame(a: Digits, b: Digits): boolean {
  return a.digits === b.digits && a.exponent === b.exponent;
}

function readDigits(text: string): Digits {
  const [, integer = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/iu.exec(text) ?? [];
  const digits = `${integer}${fraction}`.replace(/^0+/u, '');
  const significant = digits.replace(/(?<!0)0+$/u, '');
  return {
    digits: significant,
    exponent: Number(power) - fraction.length + digits.length - significant.length,
  };
}
