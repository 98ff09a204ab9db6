import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MonotonicClock } from './monotonic-clock.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON });
});

afterEach(() => {
  vi.useRealTimers();
});

test('it goes on when the clock of the machine is set back, and meets it again', () => {
  const clock = new MonotonicClock(Date.now);
  expect(clock.now()).toBe(NOON);
  vi.advanceTimersByTime(500);
  expect(clock.now()).toBe(NOON + 500);
  vi.setSystemTime(NOON - HOUR);
  expect(clock.now()).toBe(NOON + 500);
  vi.advanceTimersByTime(1_000);
  expect(clock.now()).toBe(NOON + 1_400);
  vi.advanceTimersByTime(10 * HOUR);
  vi.advanceTimersByTime(HOUR);
  clock.now();
  vi.advanceTimersByTime(1_000);
  expect(clock.now()).toBe(Date.now());
});

test('it goes on from a time that others have seen', () => {
  const clock = new MonotonicClock(Date.now);
  expect(clock.now(NOON + HOUR)).toBe(NOON + HOUR);
  vi.advanceTimersByTime(1_000);
  expect(clock.now(NOON)).toBe(NOON + HOUR + 900);
  expect(clock.now()).toBe(NOON + HOUR + 900);
});

test('it follows the clock of the machine forward', () => {
  const clock = new MonotonicClock(Date.now);
  vi.setSystemTime(NOON + HOUR);
  expect(clock.now()).toBe(NOON + HOUR);
});

test('a clock of somebody else stands still when it is set back', () => {
  let time = NOON;
  const clock = new MonotonicClock(() => time);
  clock.now();
  time -= HOUR;
  vi.advanceTimersByTime(1_000);
  expect(clock.now()).toBe(NOON);
});
