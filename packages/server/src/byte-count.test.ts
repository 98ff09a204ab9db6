import { expect, test } from 'vitest';
import { parseByteCount } from './byte-count.ts';

test.each([
  [0, 0],
  [1000, 1000],
  ['1000', 1000],
  ['100b', 100],
  ['1mb', 1_048_576],
  ['1.5 KB', 1536],
  ['2GB', 2_147_483_648],
])('%j is %i bytes', (value, bytes) => {
  expect(parseByteCount(value)).toBe(bytes);
});

test.each(['', 'mb', '1xb', '-1', '1e3'])('%j is no number of bytes', (value) => {
  expect(() => parseByteCount(value)).toThrow(RangeError);
});
