import { expect, test, vi } from 'vitest';
import { createBoundSignal } from './signals.ts';

test('ends with the other signal, for the same reason', () => {
  const other = new AbortController();
  const { signal } = createBoundSignal({ signal: other.signal, timeoutMs: 60_000 });
  expect(signal.aborted).toBe(false);
  const reason = new Error('enough');
  other.abort(reason);
  expect(signal.reason).toBe(reason);
  expect(createBoundSignal({ signal: other.signal }).signal.reason).toBe(reason);
});

test('ends when the time is up', () => {
  vi.useFakeTimers();
  try {
    const { signal } = createBoundSignal({ signal: undefined, timeoutMs: 50 });
    vi.advanceTimersByTime(49);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  } finally {
    vi.useRealTimers();
  }
});

test('leaves no timer behind, and heeds nothing, once it is let go of', () => {
  vi.useFakeTimers();
  try {
    const other = new AbortController();
    const { signal, release } = createBoundSignal({ signal: other.signal, timeoutMs: 50 });
    expect(vi.getTimerCount()).toBe(1);
    release();
    expect(vi.getTimerCount()).toBe(0);
    other.abort();
    expect(signal.aborted).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
