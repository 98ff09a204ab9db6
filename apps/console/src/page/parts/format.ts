import { toLocale } from '@formwork/react/internal';
import { type ConsoleLanguage, useLanguage } from '../texts/use-texts.ts';

/** Writes times, spans of time, numbers and sizes in the language of the page. */
export interface Format {
  /** Writes a time as the page of forms does, with seconds: with the day if it is not today. */
  readonly time: (time: string | number) => string;
  /** Writes a span of time in its largest units, such as `2 min 5 s`. */
  readonly span: (milliseconds: number) => string;
  /** Writes a span of time in its largest unit alone, in whole seconds or more, such as `3 min`. */
  readonly age: (milliseconds: number) => string;
  /** Writes the hour of a time, such as `14:00`. */
  readonly hour: (time: number) => string;
  readonly count: (count: number) => string;
  readonly list: (names: readonly string[]) => string;
  /** Writes a share from 0 to 1 in percent. */
  readonly share: (share: number) => string;
  readonly bytes: (bytes: number) => string;
}

const formats = new Map<ConsoleLanguage, Format>();

/** Returns the writer of the language of the page. */
export function useFormat(): Format {
  const language = useLanguage();
  const format = formats.get(language) ?? createFormat(language);
  formats.set(language, format);
  return format;
}

/** The time within which a date needs no year, in milliseconds. */
const NEAR_MS = 300 * 86_400_000;

/** The units of ages, the largest first, each with its length in milliseconds. */
const AGE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Makes the writer of a language, with the region that the browser prefers. */
export function createFormat(language: ConsoleLanguage): Format {
  const locale = toLocale(language);
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const day = { day: 'numeric', month: 'short' } as const;
  const times = {
    today: new Intl.DateTimeFormat(locale, clock),
    near: new Intl.DateTimeFormat(locale, { ...day, ...clock }),
    far: new Intl.DateTimeFormat(locale, { ...day, year: 'numeric', ...clock }),
    hour: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
  };
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const count = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const units = new Map<string, Intl.NumberFormat>();

  function unit(value: number, name: string): string {
    const digits = value < 10 && !Number.isInteger(value) ? 1 : 0;
    const key = `${name} ${digits}`;
    const format =
      units.get(key) ??
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: name,
        unitDisplay: isLong(name, language) ? 'long' : 'short',
        maximumFractionDigits: digits,
      });
    units.set(key, format);
    return format.format(value);
  }

  return {
    time(time) {
      const date = new Date(time);
      const isToday = date.toDateString() === new Date().toDateString();
      const isNear = Math.abs(Date.now() - date.getTime()) < NEAR_MS;
      return times[isToday ? 'today' : isNear ? 'near' : 'far'].format(date);
    },
    span(milliseconds) {
      const ms = Math.max(0, milliseconds);
      if (ms < 1000)
        return unit(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms), 'millisecond');
      if (ms < 60_000) return unit(Math.round(ms / 100) / 10, 'second');
      const [large, size, small] =
        ms < 3_600_000
          ? (['minute', 60_000, 'second'] as const)
          : ms < 86_400_000
            ? (['hour', 3_600_000, 'minute'] as const)
            : (['day', 86_400_000, 'hour'] as const);
      const remainder = Math.floor(
        (ms % size) / { second: 1000, minute: 60_000, hour: 3_600_000 }[small],
      );
      const whole = unit(Math.floor(ms / size), large);
      return remainder === 0 ? whole : `${whole} ${unit(remainder, small)}`;
    },
    age(milliseconds) {
      const ms = Math.max(0, milliseconds);
      const [name, size] = AGE_UNITS.find(([, least]) => ms >= least) ?? ['second', 1000];
      return unit(Math.floor(ms / size), name);
    },
    hour: (time) => times.hour.format(time),
    count: (value) => count.format(value),
    list: (names) => list.format(names),
    share: (value) => share.format(value),
    bytes(bytes) {
      if (bytes < 1000) return unit(bytes, 'byte');
      if (bytes < 1_000_000) return unit(Math.round(bytes / 100) / 10, 'kilobyte');
      if (bytes < 1_000_000_000) return unit(Math.round(bytes / 100_000) / 10, 'megabyte');
      return unit(Math.round(bytes / 100_000_000) / 10, 'gigabyte');
    },
  };
}

/**
 * Returns true for units that are written out, because their short names are no words that people
 * use ("7 Tg.", "12 byte"), or not of one kind (in Arabic, those of sizes).
 */
function isLong(unit: string, language: ConsoleLanguage): boolean {
  return unit === 'day' || unit === 'byte' || (language === 'ar' && unit.endsWith('byte'));
}
