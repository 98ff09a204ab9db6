import { expect, test } from 'vitest';
import { toStreamLimits } from './stream-limits.ts';

test('toStreamLimits() fills in defaults and keeps 0', () => {
  expect(toStreamLimits({})).toEqual({ heartbeatMs: 15_000, stallMs: 60_000 });
  expect(toStreamLimits({ heartbeatMs: 0, stallMs: 0 })).toEqual({ heartbeatMs: 0, stallMs: 0 });
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
  'toStreamLimits() refuses %d',
  (value) => {
    expect(() => toStreamLimits({ heartbeatMs: value })).toThrow(/heartbeatMs must be an integer/u);
    expect(() => toStreamLimits({ stallMs: value })).toThrow(/stallMs must be an integer/u);
  },
);
