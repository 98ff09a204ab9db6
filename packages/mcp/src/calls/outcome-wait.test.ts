import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutcomeWait } from './outcome-wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

test('a wait for a task that is known ends when its time has passed', () => {
  const outcomeWait = new OutcomeWait({ waitMs: 2000, mostMs: 4000, signal });
  expect(outcomeWait.isKnown).toBe(false);
  outcomeWait.onTask();
  expect(outcomeWait.isKnown).toBe(true);
  vi.advanceTimersByTime(1999);
  expect(outcomeWait.wait.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(outcomeWait.wait.signal.aborted).toBe(true);
  outcomeWait.end();
});

test('a task that is told late is waited for a quarter longer than the longest time', () => {
  const outcomeWait = new OutcomeWait({ waitMs: 4000, mostMs: 4000, signal });
  expect(outcomeWait.wait.deadlineMs).toBe(5000);
  vi.advanceTimersByTime(4999);
  expect(outcomeWait.wait.signal.aborted).toBe(false);
  outcomeWait.onTask();
  expect(outcomeWait.wait.signal.aborted).toBe(true);
  outcomeWait.end();
});

test('a bridge that closes ends the wait for a task once it is known', () => {
  const closing = new AbortController();
  const options = { waitMs: 2000, mostMs: 4000, signal, closing: closing.signal };
  const [started, unknown] = [new OutcomeWait(options), new OutcomeWait(options)];
  started.onTask();
  closing.abort();
  const late = new OutcomeWait(options);
  expect(started.wait.signal.aborted).toBe(true);
  for (const outcomeWait of [unknown, late]) {
    expect(outcomeWait.wait.signal.aborted).toBe(false);
    outcomeWait.onTask();
    expect(outcomeWait.wait.signal.aborted).toBe(true);
  }
  for (const outcomeWait of [started, unknown, late]) outcomeWait.end();
});
