/** Options for writing a number for people. */
interface NumberFormatOptions {
  /** The ISO 4217 code of the currency that the number is an amount of, such as `EUR`. */
  readonly currency?: string;
  /** True for a fraction that is written as a percentage. Default false. */
  readonly isFraction?: boolean;
  /**
   * True for a number that is only a name, such as a year or an id, so that its digits are not
   * separated. Default false.
   */
  readonly isName?: boolean;
  /** The minimum number of decimals, from 0 to 6; missing ones are zeros. Default 0. */
  readonly decimals?: number;
}

/**
 * The most formats that are kept: each takes some kilobytes, and an agent may name every currency
 * that three letters can write.
 */
const MAX_FORMATS = 100;

const formats = new Map<string, Intl.NumberFormat>();

/** Writes a number as a language does; a very large or very small one gets an exponent. */
export function formatNumber(
  value: number,
  language: string,
  { currency, isFraction = false, isName = false, decimals = 0 }: NumberFormatOptions = {},
): string {
  const size = Math.abs(value);
  const isExtreme = size >= 1e15 || (size < 1e-6 && value !== 0);
  const key = [language, currency, isFraction, isName, isExtreme, decimals].join(' ');
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      // Amounts of money have separators between digits, even with four digits.
      useGrouping: isName ? false : currency === undefined && decimals === 0 ? 'min2' : 'always',
      maximumFractionDigits: isFraction ? 1 : 6,
      ...(decimals > 0 && !isFraction && !isExtreme ? { minimumFractionDigits: decimals } : {}),
      ...(isFraction ? { style: 'percent' } : {}),
      ...(currency === undefined ? {} : toMoney(currency)),
      ...(isExtreme ? { notation: 'scientific' } : {}),
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format.format(value);
}

/** True for a code that `Intl` accepts as a currency; an agent may send any text in its place. */
export function isCurrency(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z]{3}$/u.test(code);
}

function toMoney(currency: string): Intl.NumberFormatOptions {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return { style: 'currency', currency, maximumFractionDigits: maximumFractionDigits ?? 2 };
}
