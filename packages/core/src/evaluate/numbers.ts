/**
 * True if a number is a multiple of another as they are written in decimal: 0.07 is one of 0.01, and
 * so is 4,512,703.35, whatever the two are in binary.
 */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [left, right] = [toDecimal(value), toDecimal(divisor)];
  const exponent = Math.min(left.exponent, right.exponent);
  const [dividend, by] = [scale(left, exponent), scale(right, exponent)];
  return by !== 0n && dividend % by === 0n;
}

/** A number as digits and a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
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
