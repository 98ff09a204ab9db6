import { readUiHints } from '@formwork/schema/internal';
import { formatNumber } from '../../text/format-number.ts';
import type { ResultPlace } from '../place.ts';

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
 * `weight_kg`.
 */
export function findUnit(
  { schema, name }: Pick<ResultPlace, 'schema' | 'name'>,
  language: string,
): UnitWriter | undefined {
  const { unit: hinted } = readUiHints(schema).hints;
  if (hinted !== undefined) {
    return (value, decimals) => `${formatNumber(value, language, { decimals })} ${hinted}`;
  }
  const [, separate, camel] = LAST_WORD.exec(name.slice(-MAX_END)) ?? [];
  const word = (separate ?? camel ?? '').toLowerCase();
  const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
  if (unit === undefined) return undefined;
  const unitDisplay = unit.length > 7 || unit === 'celsius' ? 'short' : 'long';
  return (value, decimals) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: 6,
      minimumFractionDigits: decimals,
    }).format(value);
}
