/** The units of a duration, from the longest to the shortest. */
export const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** A unit of a duration. */
export type DurationUnit = (typeof UNITS)[number];

/** A part of a duration as it is typed: an amount, which may not be a number yet, and its unit. */
export interface DurationPart {
  readonly amount: string;
  readonly unit: DurationUnit;
}

/** Matches a duration of whole numbers (ISO 8601, as RFC 3339 writes it). */
const DURATION =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/u;

const LETTERS = ['Y', 'M', 'W', 'D', 'H', 'M', 'S'];

/** The position of the first unit that is a part of a day. */
const FIRST_OF_DAY = 4;

/**
 * Splits a duration into the parts that people see; one empty part for `''`, and `undefined` for a
 * text that is no duration of whole numbers.
 */
export function toParts(text: string): readonly DurationPart[] | undefined {
  if (text === '') return [{ amount: '', unit: 'hour' }];
  const numbers = DURATION.exec(text)?.slice(1);
  if (numbers === undefined) return undefined;
  const parts = UNITS.flatMap((unit, position) => {
    const amount = numbers[position];
    return amount === undefined ? [] : [{ amount, unit }];
  });
  return parts.length === 0 ? undefined : parts;
}

/**
 * Writes parts as a duration, the longest unit first; `''` if none has an amount. An amount that is no
 * whole number stays in the text, which no schema for durations accepts.
 */
export function fromParts(parts: readonly DurationPart[]): string {
  const filled = parts.filter(({ amount }) => amount.trim() !== '');
  if (filled.length === 0) return '';
  const write = (isOfDay: boolean): string =>
    UNITS.map((unit, position) => {
      const amount = filled.find((part) => part.unit === unit)?.amount.trim();
      const isWanted = position >= FIRST_OF_DAY === isOfDay;
      return amount === undefined || !isWanted ? '' : `${amount}${LETTERS[position]}`;
    }).join('');
  const clock = write(true);
  return `P${write(false)}${clock === '' ? '' : `T${clock}`}`;
}
