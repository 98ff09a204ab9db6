import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a time is shown by the clock here, and comes back as it was shown', () => {
  const noInvalidDate = true;
  const range = { min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate };
  fc.assert(
    fc.property(fc.date(range), (date) => {
      date.setUTCMilliseconds(0);
      // The hour that a clock shows twice in autumn is the one that cannot be told apart.
      const shown = toLocalTime(date.toISOString());
      expect(toLocalTime(fromLocalTime(shown))).toBe(shown);
    }),
  );
  expect(toLocalTime('soon')).toBe('');
  expect(fromLocalTime('soon')).toBe('soon');
});
