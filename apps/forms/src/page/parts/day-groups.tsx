import { toLocale, type Language } from '@formwork/react/internal';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the items of a history below the names of their days. */
export function DayGroups<Item>({
  items,
  toTime,
  draw,
}: {
  /** The items, newest first. */
  readonly items: readonly Item[];
  /** Returns the time of an item, in milliseconds since 1970. */
  readonly toTime: (item: Item) => number;
  readonly draw: (items: readonly Item[]) => ReactNode;
}): ReactNode {
  const { language } = useTexts();
  return groupByDay(items, toTime, { language }).map((day) => (
    <section key={day.title} className="day">
      <h2 className="label">{day.title}</h2>
      {draw(day.items)}
    </section>
  ));
}

/** Items of one day, under its name. */
interface DayGroup<Item> {
  /** Such as "Today", "Yesterday" or "Monday, 3 March". */
  readonly title: string;
  readonly items: readonly Item[];
}

const DAY = 86_400_000;

/**
 * Divides items by the days of their times, where the person is; those of one day stay in their
 * order.
 */
export function groupByDay<Item>(
  items: readonly Item[],
  toTime: (item: Item) => number,
  { language, now = Date.now() }: { readonly language: Language; readonly now?: number },
): readonly DayGroup<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const title = toDayTitle(toTime(item), language, now);
    // A task that has changed since the list was read stands among older ones.
    const ofDay = groups.get(title);
    if (ofDay === undefined) groups.set(title, [item]);
    else ofDay.push(item);
  }
  return [...groups].map(([title, ofDay]) => ({ title, items: ofDay }));
}

function toDayTitle(time: number, language: Language, now: number): string {
  const locale = toLocale(language);
  const days = Math.round((toMidnight(now) - toMidnight(time)) / DAY);
  const isNear = days === 0 || days === 1;
  const title = isNear
    ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
    : new Intl.DateTimeFormat(locale, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        ...(new Date(time).getFullYear() !== new Date(now).getFullYear() && { year: 'numeric' }),
      }).format(time);
  return title.charAt(0).toLocaleUpperCase(locale) + title.slice(1);
}

function toMidnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
