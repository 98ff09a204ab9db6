import type { Language } from '../texts/texts.ts';

const DAY = 86_400_000;

/** The time of today, or the day and the time. */
export function formatTime(time: number, language: Language): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...(Date.now() - time > 300 * DAY && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}
