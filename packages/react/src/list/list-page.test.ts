import { expect, test } from 'vitest';
import { toListPage } from './list-page.ts';

test.each([
  [0, 0, [0, 0]],
  [0, 3, [0, 3]],
  [49, 100, [0, 50]],
  [50, 100, [50, 100]],
  [100, 100, [50, 100]],
  [19_999, 20_000, [19_950, 20_000]],
  [-50, 60, [0, 50]],
])('row %i of %i is on a page', (row, total, [start, end]) => {
  expect(toListPage(row, total, 50)).toEqual({ start, end, total });
});
