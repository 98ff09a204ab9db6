import { expect, test } from 'vitest';
import { HourCounts } from './hour-counts.ts';

const HOUR = 3_600_000;
const START = Date.parse('2027-01-01T12:20:00.000Z');

test('the last 24 hours are listed, each with its own sums, and older ones are let go', () => {
  const hours = new HourCounts();
  hours.add('completed', 1, START - 24 * HOUR);
  hours.add('completed', 2, START - 23 * HOUR);
  hours.add('completed', 1, START);
  hours.add('completed', 1, START + 1000);
  hours.add('failed', 4, START);
  const list = hours.list(START);
  expect(list).toHaveLength(24);
  expect(list[0]).toEqual({
    startsAt: Date.parse('2026-12-31T13:00:00.000Z'),
    counts: { completed: 2 },
  });
  expect(list[1]?.counts).toEqual({});
  expect(list.at(-1)).toEqual({
    startsAt: Date.parse('2027-01-01T12:00:00.000Z'),
    counts: { completed: 2, failed: 4 },
  });
  // An hour in which nothing happens moves the window, too.
  expect(hours.list(START + HOUR)[0]?.counts).toEqual({});
  hours.add('completed', 1, START + 23 * HOUR);
  expect(hours.list(START).at(-1)?.counts).toEqual({ completed: 2, failed: 4 });
  hours.add('completed', 1, START + 24 * HOUR);
  expect(hours.list(START).at(-1)?.counts).toEqual({});
});
