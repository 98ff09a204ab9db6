/** What a text of RFC 3339 is. */
export type TimeKind = 'date' | 'date-time' | 'time';

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/u;
const TIME = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})?$/u;

/** What a text is by its looks; times without a date look like other things too often. */
export function findTimeKind(text: string): 'date' | 'date-time' | undefined {
  if (text.length > 40) return undefined;
  if (DATE.test(text)) return isTime(text) ? 'date' : undefined;
  return DATE_TIME.test(text) && isTime(text) ? 'date-time' : undefined;
}

/**
 * A date or time in the way of a language; `undefined` for a text that is none. Dates are those of the
 * calendar, whatever the time zone; times with an offset are those of the clock here.
 */
export function formatTime(text: string, kind: TimeKind, language: string): string | undefined {
  if (text.length > 40) return undefined;
  const pattern = kind === 'date' ? DATE : kind === 'time' ? TIME : DATE_TIME;
  if (!pattern.test(text)) return undefined;
  const hasOffset = /(?:[Zz]|[+-]\d{2}:?\d{2})$/u.test(text) && kind !== 'date';
  const time = new Date(kind === 'time' ? `1970-01-01T${text}${hasOffset ? '' : 'Z'}` : text);
  if (Number.isNaN(time.getTime())) return undefined;
  const isCalendar = kind === 'date' || (kind === 'time' && !hasOffset);
  return new Intl.DateTimeFormat(language, {
    ...(kind === 'time' ? {} : { dateStyle: 'medium' }),
    ...(kind === 'date' ? {} : { timeStyle: 'short' }),
    ...(isCalendar ? { timeZone: 'UTC' } : {}),
  }).format(time);
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}
