import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Patience } from './patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

test('a wait for a task that is known ends when its time has passed', () => {
  const patience = new Patience({ waitMs: 2000, mostMs: 4000, signal });
  expect(patience.isKnown).toBe(false);
  patience.onTask();
  expect(patience.isKnown).toBe(true);
  vi.advanceTimersByTime(1999);
  expect(patience.wait.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(patience.wait.signal.aborted).toBe(true);
  patience.end();
});

test('a task that is told late is waited for a quarter longer than the longest time', () => {
  const patience = new Patience({ waitMs: 4000, mostMs: 4000, signal });
  expect(patience.wait.deadlineMs).toBe(5000);
  vi.advanceTimersByTime(4999);
  expect(patience.wait.signal.aborted).toBe(false);
  patience.onTask();
  expect(patience.wait.signal.aborted).toBe(true);
  patience.end();
});

test('a bridge that closes ends the wait for a task once it is known', () => {
  const closing = new AbortController();
  const options = { waitMs: 2000, mostMs: 4000, signal, closing: closing.signal };
  const [started, unknown] = [new Patience(options), new Patience(options)];
  started.onTask();
  closing.abort();
  const late = new Patience(options);
  expect(started.wait.signal.aborted).toBe(true);
  for (const patience of [unknown, late]) {
    expect(patience.wait.signal.aborted).toBe(false);
    patience.onTask();
    expect(patience.wait.signal.aborted).toBe(true);
  }
  for (const patience of [started, unknown, late]) patience.end();
});
