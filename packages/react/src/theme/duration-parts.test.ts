import { expect, test } from 'vitest';
import { fromParts, toParts } from './duration-parts.ts';

test.each(['PT30M', 'PT1H30M', 'P2W', 'P1Y2M3DT4H5M6S', 'P0D', 'PT0S'])(
  '%s comes back as it was',
  (text) => expect(fromParts(toParts(text) ?? [])).toBe(text),
);

test.each(['', 'P', 'PT', 'soon', 'PT1.5H', 'P-1D', '1 hour'])('%j', (text) => {
  expect(toParts(text)).toEqual(text === '' ? [{ amount: '', unit: 'hour' }] : undefined);
});

test('parts are written from the longest to the shortest, and what is no number stays', () => {
  const parts = [
    { amount: '90', unit: 'minute' },
    { amount: '2', unit: 'day' },
    { amount: ' ', unit: 'year' },
  ] as const;
  expect(fromParts(parts)).toBe('P2DT90M');
  expect(fromParts([{ amount: 'ten', unit: 'hour' }])).toBe('PTtenH');
  expect(fromParts([])).toBe('');
});
