import { expect, onTestFinished, test, vi } from 'vitest';
import { createStandstill } from '../../windows/standstill.ts';

test('a program that stands still ends with what was open, and one that moves does not', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ends: (readonly string[])[] = [];
  const standstill = createStandstill({ limitMs: 1_000, onStill: (open) => void ends.push(open) });
  const endServer = standstill.begin(() => 'a server');
  for (const name of ['one', 'two', 'three']) {
    const end = standstill.begin(() => name);
    vi.advanceTimersByTime(999);
    end();
    vi.advanceTimersByTime(999);
  }
  standstill.begin(() => 'a call');
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(ends).toEqual([['a server', 'a call']]);
  endServer();
  standstill.stop();
  vi.advanceTimersByTime(1_000);
  expect(ends).toHaveLength(1);
});

test('a program that stands still before anything begins ends as well, and an end counts once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let ends = 0;
  const standstill = createStandstill({ limitMs: 1_000, onStill: () => void (ends += 1) });
  vi.advanceTimersByTime(1_000);
  expect(ends).toBe(1);
  const end = standstill.begin(() => 'a call');
  end();
  vi.advanceTimersByTime(500);
  end();
  vi.advanceTimersByTime(500);
  expect(ends).toBe(2);
});
