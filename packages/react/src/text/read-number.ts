import { isExactNumber } from '@formwork/schema/json-text';

/** The outcome of reading a text as a number. */
export type ParsedNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** The text can mean two numbers: in `1.234`, the point may separate thousands or decimals. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  /** JavaScript cannot hold the number exactly, so that it would send another one. */
  | { readonly kind: 'inexact' }
  | { readonly kind: 'none' };

/** Options of {@link readNumber}. */
export interface ReadNumberOptions {
  /** The language of the text as a BCP 47 tag, which decides about decimal marks and separators. */
  readonly language: string;
  /**
   * True where only whole numbers are allowed, so that a separator before three digits separates
   * thousands.
   */
  readonly isWhole: boolean;
}

const NONE: ParsedNumber = { kind: 'none' };
/** Invisible Unicode characters for the direction of writing, which occur in Arabic numbers. */
const DIRECTIONS = /[\u061C\u200E\u200F]/gu;
/** Characters that separate thousands in some languages and decimals in none. */
const NEUTRAL = /['’\u00A0\u2009\u202F ٬]/gu;

/**
 * Reads a number from a text in a language. A text that can mean two numbers, and a number that
 * JavaScript cannot hold, are refused, so that no value changes unnoticed.
 *
 * @example
 * ```ts
 * import { readNumber } from '@formwork/react';
 *
 * readNumber('1.234,5', { language: 'de', isWhole: false }); // 1234.5
 * ```
 */
export function readNumber(text: string, { language, isWhole }: ReadNumberOptions): ParsedNumber {
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
  // Programmers write a decimal point in any language.
  return PLAIN.test(written) && mark === ',' ? toReading(written) : NONE;
}

/**
 * Matches a number without separators of thousands, as in JSON, and also with a plus sign or
 * without digits on one side of the point.
 */
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
/** Matches a number with separators of thousands that does not begin with zero. */
const GROUPED = /^([+-]?[1-9]\d{0,2}([, ])\d{3}(?:\2\d{3})*)(?:\.(\d*))?$/u;

function swap(mark: string): string {
  return mark === '.' ? ',' : '.';
}

function toReading(plain: string): ParsedNumber {
  const json = plain
    .replace(/^[+-]/u, '')
    .replace(/^\./u, '0.')
    .replace(/\.(?!\d)/u, '');
  if (!isExactNumber(json)) return { kind: 'inexact' };
  return { kind: 'number', value: Number(`${plain.startsWith('-') ? '-' : ''}${json}`) };
}

/**
 * Replaces Arabic digits and marks, and true minus signs, by the ASCII characters of JSON, and
 * separators of thousands by spaces.
 */
function toAscii(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660))
    .replaceAll(/[\u06F0-\u06F9]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('−', '-')
    .replaceAll(DIRECTIONS, '')
    .replaceAll(NEUTRAL, ' ');
}

/** Returns the decimal mark of a language: a comma or a point. */
export function findDecimalMark(language: string): '.' | ',' {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
