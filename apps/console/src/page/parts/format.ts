import { type Language } from '../texts/load-texts.ts';
import { toLocale, useLanguage } from '../texts/use-texts.ts';

/** Writes times, spans of time, numbers and sizes in the language of the page. */
export interface Format {
  /** Writes a time as a clock, with the day if it is not today. */
  readonly time: (time: string | number) => string;
  /** Writes a span of time in its largest units, such as `2 min 5 s`. */
  readonly span: (milliseconds: number) => string;
  readonly count: (count: number) => string;
  /** Writes a share from 0 to 1 in percent. */
  readonly share: (share: number) => string;
  readonly bytes: (bytes: number) => string;
}

const made = new Map<Language, Format>();

/** Returns the writer of the language of the page. */
export function useFormat(): Format {
  const language = useLanguage();
  const format = made.get(language) ?? createFormat(language);
  made.set(language, format);
  return format;
}

/** Makes the writer of a language, with the region that the browser prefers. */
export function createFormat(language: Language): Format {
  const locale = toLocale(language);
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
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
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      });
    units.set(key, format);
    return format.format(value);
  }

  return {
    time(time) {
      const date = new Date(time);
      const isToday = date.toDateString() === new Date().toDateString();
      return (isToday ? clock : day).format(date);
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
      const rest = Math.floor(
        (ms % size) / { second: 1000, minute: 60_000, hour: 3_600_000 }[small],
      );
      return `${unit(Math.floor(ms / size), large)} ${unit(rest, small)}`;
    },
    count: (value) => count.format(value),
    share: (value) => share.format(value),
    bytes(bytes) {
      if (bytes < 1000) return unit(bytes, 'byte');
      if (bytes < 1_000_000) return unit(Math.round(bytes / 100) / 10, 'kilobyte');
      if (bytes < 1_000_000_000) return unit(Math.round(bytes / 100_000) / 10, 'megabyte');
      return unit(Math.round(bytes / 100_000_000) / 10, 'gigabyte');
    },
  };
}
