import { toLocale, type Language } from '@formwork/react/internal';

const DAY = 86_400_000;

/** Writes a moment for people: today only the time of day, else with the day as well. */
export function formatTime(time: number, language: Language): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(toLocale(language), {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...(Date.now() - time > 300 * DAY && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(time);
}

/** Writes an RFC 3339 date as a language does; `undefined` for any other text. */
export function formatDay(text: string, language: Language): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/u.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  const format = new Intl.DateTimeFormat(toLocale(language), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  const day = format.format(new Date(text));
  // A date that is written from right to left is isolated, so that it stays in one piece within
  // other text.
  return day.includes('\u200F') ? `\u2068${day}\u2069` : day;
}
