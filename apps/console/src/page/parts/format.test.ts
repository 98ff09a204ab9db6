import { expect, test } from 'vitest';
import { createFormat } from './format.ts';

test('spans and sizes are written in their largest units', () => {
  const { span, age, hour, bytes, share, time } = createFormat('en');
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
  expect([-5, 1_500, 65_000, 3_700_000, 90_000_000].map(age)).toEqual([
    '0 sec',
    '1 sec',
    '1 min',
    '1 hr',
    '1 day',
  ]);
  expect(hour(new Date().setHours(14, 0))).toMatch(/^02:00\sPM$/u);
  expect([600_000, 604_800_000].map(span)).toEqual(['10 min', '7 days']);
  expect(createFormat('de').span(86_400_000)).toBe('1 Tag');
  expect([12, 1_500, 2_000_000, 3_400_000_000].map(bytes)).toEqual([
    '12 bytes',
    '1.5 kB',
    '2 MB',
    '3.4 GB',
  ]);
  expect(createFormat('ar').bytes(2_000_000)).toContain('ميغابايت');
  expect(share(0.125)).toBe('12.5%');
  expect(time(new Date().setHours(1, 3, 5))).toMatch(/^01:03:05\sAM$/u);
  expect(time(Date.now() - 2 * 86_400_000)).not.toMatch(/\d{4}/u);
  expect(time(Date.now() - 400 * 86_400_000)).toMatch(/\d{4}/u);
});
