import { isExactNumber } from '@formwork/schema/internal';

/** How a person's text reads as a number. */
export type NumberReading =
  | { readonly kind: 'number'; readonly value: number }
  /** `1.234` where the point separates thousands: it may be meant as in JSON. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  /** JavaScript would send another number. */
  | { readonly kind: 'inexact' }
  | { readonly kind: 'none' };

/** Options of {@link readNumber}. */
export interface ReadNumberOptions {
  /** Tag of BCP 47, whose decimal mark and separator of thousands count. */
  readonly language: string;
  /** True where only whole numbers fit, so that three digits behind a separator are thousands. */
  readonly isWhole: boolean;
}

const NONE: NumberReading = { kind: 'none' };
/** Marks without a look of their own, which Arabic numbers are written with. */
const DIRECTIONS = /[\u061C\u200E\u200F]/gu;
/** Marks that separate thousands in some language, and decimals in none. */
const NEUTRAL = /['’\u00A0\u2009\u202F ٬]/gu;

/**
 * Reads a number as it is written in a language. Text that could mean two numbers, or whose number
 * JavaScript does not hold, is no number: nothing may be changed without a word.
 *
 * @example
 * ```ts
 * import { readNumber } from '@formwork/react';
 *
 * readNumber('1.234,5', { language: 'de', isWhole: false }); // 1234.5
 * ```
 */
export function readNumber(text: string, { language, isWhole }: ReadNumberOptions): NumberReading {
  const written = toAscii(text.trim());
  const mark = findDecimalMark(language);
  const plain = mark === ',' ? written.replaceAll(/[.,]/gu, swap) : written;
  const [, whole = '', separator = '', fraction = ''] = GROUPED.exec(plain) ?? [];
  if (separator !== '') {
    const groups = whole.split(separator);
    if (isWhole || plain.includes('.') || separator === ' ' || groups.length > 2) {
      return toReading(`${groups.join('')}.${fraction}`);
    }
    return { kind: 'ambiguous', readings: [groups.join(''), groups.join(mark)] };
  }
  if (PLAIN.test(plain)) return toReading(plain);
  // Whoever works with programs writes the point in any language.
  return PLAIN.test(written) && mark === ',' ? toReading(written) : NONE;
}

/** As in JSON, also with nothing before or behind the point, and with a plus. */
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;
/** Thousands, their separator, decimals. No group begins with a nought. */
const GROUPED = /^([+-]?[1-9]\d{0,2}([, ])\d{3}(?:\2\d{3})*)(?:\.(\d*))?$/u;

function swap(mark: string): string {
  return mark === '.' ? ',' : '.';
}

function toReading(plain: string): NumberReading {
  const json = plain
    .replace(/^[+-]/u, '')
    .replace(/^\./u, '0.')
    .replace(/\.(?!\d)/u, '');
  if (!isExactNumber(json)) return { kind: 'inexact' };
  return { kind: 'number', value: Number(`${plain.startsWith('-') ? '-' : ''}${json}`) };
}

/** Digits and marks of Arabic scripts and true minus signs as those of JSON; one kind of gap. */
function toAscii(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
    .replaceAll(/[\u06F0-\u06F9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('−', '-')
    .replaceAll(DIRECTIONS, '')
    .replaceAll(NEUTRAL, ' ');
}

/** The mark between whole numbers and decimals: a comma or, as in JSON, a point. */
export function findDecimalMark(language: string): '.' | ',' {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
