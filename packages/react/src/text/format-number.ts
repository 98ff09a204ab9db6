/**
 * The most formats that are kept: each takes some kilobytes, and an agent may name every currency
 * that three letters can write.
 */
const MAX_FORMATS = 100;

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Writes a number as a language does, with every digit that it holds: 15 significant ones, integers
 * up to 2^53 in full. A larger or very small one gets an exponent.
 */
export function formatNumber(
  value: number,
  language: string,
  {
    currency,
    isFraction = false,
    isName = false,
    decimals = 0,
  }: {
    /** The ISO 4217 code of the currency that the number is an amount of, such as `EUR`. */
    readonly currency?: string;
    /** True for a fraction that is written as a percentage. Default false. */
    readonly isFraction?: boolean;
    /**
     * True for a number that is only a name, such as a year or an id, so that its digits are not
     * separated. Default false.
     */
    readonly isName?: boolean;
    /** The minimum number of decimals, from 0 to 15; missing ones are zeros. Default 0. */
    readonly decimals?: number;
  } = {},
): string {
  const isExtreme = isExtremeNumber(value);
  const places = countDecimals(value);
  const key = [language, currency, isFraction, isName, isExtreme, decimals, places].join(' ');
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, {
      // Amounts of money have separators between digits, even with four digits.
      useGrouping: isName ? false : currency === undefined && decimals === 0 ? 'min2' : 'always',
      maximumFractionDigits: Math.max(isFraction && !isExtreme ? places - 2 : places, decimals),
      ...(decimals > 0 && !isFraction && !isExtreme ? { minimumFractionDigits: decimals } : {}),
      ...(isFraction ? { style: 'percent' } : {}),
      ...(currency === undefined ? {} : toMoney(currency, places)),
      ...(isExtreme ? { notation: 'scientific' } : {}),
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format.format(value);
}

/** True for a number that is written with an exponent. */
export function isExtremeNumber(value: number): boolean {
  const size = Math.abs(value);
  return size > Number.MAX_SAFE_INTEGER || (size < 1e-6 && size > 0);
}

/**
 * Counts the decimals that a number holds, up to 15 significant digits: the others are noise, such as
 * in 0.1 + 0.2.
 */
export function countDecimals(value: number): number {
  if (isExtremeNumber(value)) return 14;
  const [, decimals = ''] = String(Number(value.toPrecision(15))).split('.');
  return decimals.length;
}

function toMoney(currency: string, places: number): Intl.NumberFormatOptions {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return {
    style: 'currency',
    currency,
    maximumFractionDigits: Math.max(maximumFractionDigits ?? 2, places),
  };
}
