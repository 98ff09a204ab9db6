import { expect, test } from 'vitest';
import { describeProgress } from './define-stores.ts';

test.each([
  [{ count: 64, total: 64 }, 1_000, '64 of 64 tasks, about 0 s left ...'],
  [{ count: 1_000, total: 4_000 }, 2_500, '1000 of 4000 tasks, about 8 s left ...'],
  [{ count: 1_000, total: 1_000_000 }, 2_000, '1000 of 1000000 tasks, about 34 min left ...'],
  [{ count: 5, total: 3 }, 2_000, '5 of 3 tasks, about 0 s left ...'],
])('the progress of a migration is told with an estimate: %j', (progress, tookMs, text) => {
  expect(describeProgress(progress, tookMs)).toBe(text);
});
