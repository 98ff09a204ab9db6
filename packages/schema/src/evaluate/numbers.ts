/** More digits than these, and two decimals may be one number. */
const MAX_DIGITS = 1e15;

/**
 * Tells whether a number is a multiple of another as they are written in decimal: 0.07 is one of
 * 0.01, and so is 4,512,703.35, whatever the two are in binary.
 */
export function toMultipleCheck(divisor: number): (value: number) => boolean {
  const by = toDecimal(divisor);
  const mantissa = Number(by.digits);
  const power = 10 ** -by.exponent;
  const isSmall = by.exponent <= 0 && by.exponent > -16 && mantissa < MAX_DIGITS;
  return (value) => {
    // What is exact in a few digits is quickly told.
    const digits = Math.round(value * power);
    if (isSmall && Math.abs(digits) < MAX_DIGITS && digits / power === value) {
      return digits % mantissa === 0;
    }
    return isMultiple(toDecimal(value), by);
  };
}

/** A number as digits and a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function isMultiple(value: Decimal, divisor: Decimal): boolean {
  const exponent = Math.min(value.exponent, divisor.exponent);
  const by = scale(divisor, exponent);
  return by !== 0n && scale(value, exponent) % by === 0n;
}

/** By the shortest text that is read as the number, which is how JSON writes it. */
function toDecimal(value: number): Decimal {
  const [mantissa = '', power = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scale({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
