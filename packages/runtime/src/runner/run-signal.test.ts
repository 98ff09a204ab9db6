import { type RunEnd, RunEndedError } from '@formwork/core';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { LINGER_MS, RunSignal } from './run-signal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const ignore = (): void => undefined;
const SILENT = { info: ignore, warn: ignore, error: ignore };

function createSignal(): {
  readonly signal: RunSignal;
  readonly onLinger: Mock<(end: RunEnd) => void>;
  readonly leaveSteps: Mock<() => void>;
} {
  const [onLinger, leaveSteps] = [vi.fn<(end: RunEnd) => void>(), vi.fn<() => void>()];
  const signal = new RunSignal({ log: SILENT, onLinger });
  signal.leaveBy(leaveSteps);
  return { signal, onLinger, leaveSteps };
}

test('a run that is stopped leaves its steps once, and only the first end counts', () => {
  const { signal, leaveSteps } = createSignal();
  const [lost, again] = [new RunEndedError('lost'), new RunEndedError('canceled')];
  signal.stop(lost);
  signal.stop(again);
  signal.close();
  signal.closeForRetry();
  expect([signal.end, signal.aborted, signal.abort.reason]).toEqual(['lost', true, lost]);
  expect(leaveSteps).toHaveBeenCalledOnce();
});

test.each([
  ['timeout', 0],
  ['canceled', 0],
  ['lost', 1],
  ['suspended', 1],
  ['stopping', 1],
] as const)('a run that ends by %s leaves its steps %i times', (end, times) => {
  const { signal, leaveSteps } = createSignal();
  signal.stop(new RunEndedError(end));
  expect(leaveSteps).toHaveBeenCalledTimes(times);
});

test('a run that closes was not stopped, and leaves its steps only if it is tried again', () => {
  const { signal, leaveSteps, onLinger } = createSignal();
  signal.close();
  signal.stop(new RunEndedError('lost'));
  signal.closeForRetry();
  expect([signal.aborted, signal.end]).toEqual([true, undefined]);
  expect(signal.abort.reason).toMatchObject({ end: 'ended' });
  vi.advanceTimersByTime(LINGER_MS);
  expect([leaveSteps.mock.calls, onLinger.mock.calls]).toEqual([[], []]);
  const retried = createSignal();
  retried.signal.closeForRetry();
  retried.signal.closeForRetry();
  expect(retried.leaveSteps).toHaveBeenCalledOnce();
});

test('a run that is stopped before it has a handler leaves nothing', () => {
  const signal = new RunSignal({ log: SILENT, onLinger: () => undefined });
  expect(() => signal.stop(new RunEndedError('lost'))).not.toThrow();
  expect(signal.end).toBe('lost');
});

test('a handler lingers if it still runs after its signal, once, and not if it has returned', () => {
  const { signal, onLinger } = createSignal();
  signal.stop(new RunEndedError('canceled'));
  vi.advanceTimersByTime(LINGER_MS - 1);
  expect(onLinger).not.toHaveBeenCalled();
  vi.advanceTimersByTime(LINGER_MS);
  expect(onLinger.mock.calls).toEqual([['canceled']]);
  const settled = createSignal();
  settled.signal.stop(new RunEndedError('canceled'));
  settled.signal.settle();
  vi.advanceTimersByTime(LINGER_MS);
  expect(settled.onLinger).not.toHaveBeenCalled();
});

test('what waits for the end gets the reason, whether it comes before or after', async () => {
  const { signal } = createSignal();
  const before = signal.whenEnded();
  const lost = new RunEndedError('lost');
  signal.stop(lost);
  await expect(before).rejects.toBe(lost);
  await expect(signal.whenEnded()).rejects.toBe(lost);
});
