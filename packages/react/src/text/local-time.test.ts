import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a time is shown by the clock here, and comes back as it was shown', () => {
  const noInvalidDate = true;
  const range = { min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate };
  fc.assert(
    fc.property(fc.date(range), (date) => {
      date.setUTCMilliseconds(0);
      // In autumn the clock shows one hour twice, so that time cannot be converted back.
      const shown = toLocalTime(date.toISOString());
      expect(toLocalTime(fromLocalTime(shown))).toBe(shown);
    }),
  );
  expect(toLocalTime('soon')).toBe('');
  expect(fromLocalTime('soon')).toBe('soon');
});

test('a time that the clock leaps over stays as it was typed', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  for (const text of ['2026-03-29T02:30', '2026-03-29T02:59:59']) {
    expect(fromLocalTime(text)).toBe(text);
    expect(toLocalTime(text)).toBe(text);
  }
  for (const text of ['1800-01-01T10:30:00', '0001-01-01T00:00:00', '1892-06-01T23:59:59']) {
    expect(fromLocalTime(text)).toBe(`${text}+00:53`);
    expect(toLocalTime(fromLocalTime(text))).toBe(text);
  }
  expect(fromLocalTime('2026-03-29T01:59')).toBe('2026-03-29T01:59:00+01:00');
  expect(fromLocalTime('2026-03-29T03:00')).toBe('2026-03-29T03:00:00+02:00');
  vi.unstubAllEnvs();
});
