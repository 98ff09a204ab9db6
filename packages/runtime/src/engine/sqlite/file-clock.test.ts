import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createFileClock, type FileClock } from './file-clock.ts';

const DAY_MS = 86_400_000;

function open(now: () => number): FileClock & { readonly takeTime: () => number } {
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  database.exec('create table clock (highest integer not null) strict');
  database.exec('insert into clock values (0)');
  const clock = createFileClock(database, now);
  return {
    ...clock,
    takeTime() {
      const time = clock.start();
      clock.keep();
      return time;
    },
  };
}

test('stands still while the clock of the machine is behind', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const { takeTime } = open(() => now);
  const start = takeTime();
  expect(start).toBe(now);
  now -= DAY_MS;
  expect(takeTime()).toBe(start);
  now = start + 5.7;
  expect(takeTime()).toBe(start + 5);
});

test('goes on when the header can hold no more milliseconds', () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const { takeTime } = open(() => now);
  const times = Array.from({ length: 60 }, () => {
    now += DAY_MS;
    return [takeTime(), now];
  });
  expect(times.map(([time]) => time)).toEqual(times.map(([, expected]) => expected));
  now -= 60 * DAY_MS;
  expect(takeTime()).toBe(now + 60 * DAY_MS);
});
