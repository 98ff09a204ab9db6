import { expect, test } from 'vitest';
import { createFormat } from './format.ts';

test('spans and sizes are written in their largest units', () => {
  const { span, bytes, share } = createFormat('en');
  const spans = [0.25, 40, 1_500, 12_000, 65_000, 3_700_000, 90_000_000].map(span);
  expect(spans).toEqual([
    '0.3 ms',
    '40 ms',
    '1.5 sec',
    '12 sec',
    '1 min 5 sec',
    '1 hr 1 min',
    '1 day 1 hr',
  ]);
  expect([12, 1_500, 2_000_000, 3_400_000_000].map(bytes)).toEqual([
    '12 byte',
    '1.5 kB',
    '2 MB',
    '3.4 GB',
  ]);
  expect(share(0.125)).toBe('12.5%');
});
