import { expect, onTestFinished, vi } from 'vitest';

/** Replaces the timers, except those of sockets, and the randomness for the rest of the test. */
export function ownTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Moves the clock in small steps until the promise has settled. */
export async function moveUntil<T>(promise: Promise<T>, stepMs = 20): Promise<T> {
  let isSettled = false;
  void promise.catch(() => undefined).finally(() => (isSettled = true));
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(stepMs);
        return isSettled;
      },
      { interval: 1 },
    )
    .toBe(true);
  return promise;
}
