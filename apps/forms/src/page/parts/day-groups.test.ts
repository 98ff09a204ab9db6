import { expect, test } from 'vitest';
import { groupByDay } from './day-groups.tsx';

const NOON = new Date(2027, 2, 28, 12).getTime();
const at = (day: number, hour: number, year = 2027): number =>
  new Date(year, 2, day, hour).getTime();

test('days have names, also across the change of the clock, and another year says so', () => {
  const times = [at(28, 11), at(28, 0), at(27, 23), at(25, 8), at(25, 7), at(25, 7, 2026)];
  const name = (language: 'en' | 'de'): readonly string[] =>
    groupByDay(times, (time) => time, { language, now: NOON }).map(
      ({ title, items }) => `${title}: ${items.length}`,
    );
  expect(name('en')).toEqual([
    'Today: 2',
    'Yesterday: 1',
    expect.stringMatching(/^Thursday, .*25.*: 2$/u),
    expect.stringMatching(/^Wednesday, .*25.* 2026: 1$/u),
  ]);
  expect(name('de').slice(0, 3)).toEqual(['Heute: 2', 'Gestern: 1', 'Donnerstag, 25. März: 2']);
});

test('a day stands once, also if a task among older ones has changed today', () => {
  const times = [at(28, 11), at(27, 23), at(28, 10), at(27, 22)];
  expect(groupByDay(times, (time) => time, { language: 'en', now: NOON })).toEqual([
    { title: 'Today', items: [at(28, 11), at(28, 10)] },
    { title: 'Yesterday', items: [at(27, 23), at(27, 22)] },
  ]);
});
