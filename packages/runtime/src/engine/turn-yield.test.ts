import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TurnYield } from './turn-yield.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pause is due 25 ms after the one before, and lets others run first', async () => {
  const turn = new TurnYield();
  vi.advanceTimersByTime(24);
  expect(turn.wait()).toBeUndefined();
  vi.advanceTimersByTime(1);
  const steps: string[] = [];
  setImmediate(() => steps.push('other'));
  const pause = turn.wait()?.then(() => steps.push('caller'));
  vi.advanceTimersByTime(20);
  await pause;
  expect(steps).toEqual(['other', 'caller']);
  expect(turn.wait()).toBeUndefined();
});
