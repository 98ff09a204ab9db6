import { expect, test } from 'vitest';
import { parseDuration } from './settings-table.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['10m', 600_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['0s', 0],
  ['7', undefined],
  ['-1d', undefined],
  ['1.5h', undefined],
  ['1w', undefined],
  ['', undefined],
])('%j is %j milliseconds', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
