/** The kind of date or time that a text contains, by the names in RFC 3339. */
export type TimeKind = 'date' | 'date-time' | 'time';

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/u;
const TIME = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})?$/u;

const OFFSET = /(?:[Zz]|[+-]\d{2}:?\d{2})$/u;

// Formatters are kept, because making one takes longer than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Recognizes a date, or a date with a time, by the form of a text. A time without a date is not
 * recognized, because other texts look like it.
 */
export function findTimeKind(text: string): 'date' | 'date-time' | undefined {
  if (text.length > 40) return undefined;
  if (DATE.test(text)) return isTime(text) ? 'date' : undefined;
  return DATE_TIME.test(text) && isTime(text) ? 'date-time' : undefined;
}

/**
 * Writes a date or time as a language does; `undefined` for other text. A date is the same in every
 * time zone; a time with an offset is converted to the local time zone.
 */
export function formatTime(text: string, kind: TimeKind, language: string): string | undefined {
  const time = toTime(text, kind);
  if (time === undefined) return undefined;
  const isCalendar = kind === 'date' || (kind === 'time' && !OFFSET.test(text));
  return toFormat(kind, isCalendar, language).format(time);
}

/** True for a text that `formatTime` can write. */
export function isTimeText(text: string, kind: TimeKind): boolean {
  return toTime(text, kind) !== undefined;
}

function toTime(text: string, kind: TimeKind): Date | undefined {
  const pattern = kind === 'date' ? DATE : kind === 'time' ? TIME : DATE_TIME;
  if (text.length > 40 || !pattern.test(text)) return undefined;
  const zone = OFFSET.test(text) ? '' : 'Z';
  // The time gets today's date, because the offset of a time zone changes in summer.
  const day = zone === '' ? new Date().toISOString().slice(0, 10) : '1970-01-01';
  const time = new Date(kind === 'time' ? `${day}T${text}${zone}` : text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function toFormat(kind: TimeKind, isCalendar: boolean, language: string): Intl.DateTimeFormat {
  const key = `${language} ${kind} ${isCalendar}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, {
      ...(kind === 'time' ? {} : { dateStyle: 'medium' }),
      ...(kind === 'date' ? {} : { timeStyle: 'short' }),
      ...(isCalendar ? { timeZone: 'UTC' } : {}),
    });
    formats.set(key, format);
  }
  return format;
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
