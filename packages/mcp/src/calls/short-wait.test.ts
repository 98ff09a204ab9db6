import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SHORT_WAIT_MS, ShortWait } from './short-wait.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a look ends a little after the first word of the agent, not of a later one', () => {
  const { signal } = new AbortController();
  const look = new ShortWait({ mostMs: 8000, signal });
  vi.advanceTimersByTime(5000);
  expect([look.isAnswered, look.wait.signal.aborted]).toEqual([false, false]);
  look.onTask();
  vi.advanceTimersByTime(SHORT_WAIT_MS - 1);
  look.onTask();
  expect([look.isAnswered, look.wait.signal.aborted]).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  expect(look.wait.signal.aborted).toBe(true);
});

test('a look that is over has no timer, and a call that is canceled ends it', () => {
  const call = new AbortController();
  const look = new ShortWait({ mostMs: 8000, signal: call.signal });
  look.onTask();
  look.end();
  expect(vi.getTimerCount()).toBe(0);
  call.abort();
  expect(look.wait.signal.aborted).toBe(true);
});
