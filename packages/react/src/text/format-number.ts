/** How a number is written. */
interface NumberFormatOptions {
  /** Code of ISO 4217, such as `EUR`. */
  readonly currency?: string;
  /** True for a fraction that is shown as per cent. Default false. */
  readonly isFraction?: boolean;
  /** True for what counts nothing, such as years and ids: no marks between digits. Default false. */
  readonly isName?: boolean;
  /** Digits behind the point that are shown even if they are zero, 0 to 6. Default 0. */
  readonly decimals?: number;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number in the way of a language. What is very large or very small has an exponent. */
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
      // Sums are read with their thousands apart, however few they are.
      useGrouping: isName ? false : currency === undefined && decimals === 0 ? 'min2' : 'always',
      maximumFractionDigits: isFraction ? 1 : 6,
      ...(decimals > 0 && !isFraction && !isExtreme ? { minimumFractionDigits: decimals } : {}),
      ...(isFraction ? { style: 'percent' } : {}),
      ...(currency === undefined ? {} : toMoney(currency)),
      ...(isExtreme ? { notation: 'scientific' } : {}),
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** True for a code that `Intl` takes: an agent's word for a currency may be anything. */
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
