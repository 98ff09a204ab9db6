import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PollLoop } from './poll-loop.ts';

const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const work = () => vi.fn<(signal: AbortSignal) => Promise<void>>(() => Promise.resolve());

test('a round follows a while after the one before has ended', async () => {
  const run = work();
  // Own clock: the timers are those of the test.
  run.mockImplementationOnce(() => new Promise((resolve) => void setTimeout(resolve, 10_000)));
  const loop = new PollLoop(2000, run);
  void loop.begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1999);
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a round that is begun by hand replaces the one that is due', async () => {
  const run = work();
  const loop = new PollLoop(2000, run);
  await loop.begin();
  await vi.advanceTimersByTimeAsync(1500);
  await loop.begin();
  await vi.advanceTimersByTimeAsync(1500);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a round that is begun while one goes on is that one, and one follows', async () => {
  const run = work();
  // Own clock: the timers are those of the test.
  run.mockImplementation(() => new Promise((resolve) => void setTimeout(resolve, 1_000)));
  const loop = new PollLoop(2000, run);
  void loop.begin();
  void loop.begin();
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(run).toHaveBeenCalledTimes(2);
});

test('no round follows without a time, on a hidden page, and after the end', async () => {
  const run = work();
  await new PollLoop(undefined, run).begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledOnce();
  const loop = new PollLoop(2000, run);
  page.hidden = true;
  await loop.begin();
  expect(run).toHaveBeenCalledOnce();
  page.hidden = false;
  await loop.begin();
  loop.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  expect(run.mock.lastCall?.[0].aborted).toBe(true);
});
