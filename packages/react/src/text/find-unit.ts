import type { JsonSchema } from '@formwork/schema';
import { readUiHints } from '@formwork/schema/internal';
import { countDecimals, formatNumber, isExtremeNumber } from './format-number.ts';

/** The units of `Intl` by the last word of a property's name, such as `distanceKm`. */
const UNITS: Readonly<Record<string, string>> = {
  km: 'kilometer',
  cm: 'centimeter',
  kg: 'kilogram',
  ms: 'millisecond',
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
  years: 'year',
  bytes: 'byte',
  mb: 'megabyte',
  gb: 'gigabyte',
  celsius: 'celsius',
  percent: 'percent',
};

/** More characters than the longest of the names above has, with what precedes it. */
const MAX_END = 32;

/** Matches the last word of a name in camel case or with separators, if other words precede it. */
const LAST_WORD = /[\p{Ll}\d](?:[_-](\p{L}+)|(\p{Lu}\p{L}*?))$/u;

/** Writes numbers with a unit; `undefined` for a place whose unit is not known. */
export type UnitWriter = (value: number, decimals: number) => string;

/**
 * Finds the unit of a number: that of the hint in its schema, or that at the end of its name, such as
 * `weight_kg`. A title that states the unit is enough.
 */
export function findUnit(
  { schema, name }: { readonly schema: JsonSchema; readonly name: string },
  language: string,
): UnitWriter | undefined {
  const { unit: hinted } = readUiHints(schema).hints;
  const title = schema['title'];
  const stated = typeof title === 'string' ? title.toLowerCase().split(/[\s(),:;[\]]+/u) : [];
  if (hinted !== undefined) {
    if (stated.includes(hinted.toLowerCase())) return undefined;
    return (value, decimals) => `${formatNumber(value, language, { decimals })} ${hinted}`;
  }
  const word = toLastWord(name);
  const unit = toUnit(word);
  if (unit === undefined || stated.includes(word)) return undefined;
  const unitDisplay = unit.length > 7 || unit === 'celsius' ? 'short' : 'long';
  const toFormat = (value: number, decimals: number): Intl.NumberFormat =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: Math.max(countDecimals(value), decimals),
      ...(isExtremeNumber(value)
        ? { notation: 'scientific' }
        : { minimumFractionDigits: decimals }),
    });
  const symbol = toFormat(2, 0)
    .formatToParts(2)
    .find(({ type }) => type === 'unit')?.value;
  if (symbol !== undefined && stated.includes(symbol.toLowerCase())) return undefined;
  return (value, decimals) => toFormat(value, decimals).format(value);
}

/** Returns the name of a number without the unit at its end, which stands at the number itself. */
export function withoutUnit(name: string): string {
  const word = toLastWord(name);
  return toUnit(word) === undefined ? name : name.slice(0, -word.length).replace(/[_-]$/u, '');
}

function toLastWord(name: string): string {
  const [, separate, camel] = LAST_WORD.exec(name.slice(-MAX_END)) ?? [];
  return (separate ?? camel ?? '').toLowerCase();
}

function toUnit(word: string): string | undefined {
  return Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
}
