import { expect, test } from 'vitest';
import { toStepLabel } from './watch-attempt.ts';

test('steps of a loop share a label, and there are few labels', () => {
  expect(toStepLabel('charge')).toBe('charge');
  expect(toStepLabel('row-17')).toBe('row-#');
  expect(toStepLabel('mail-0198d1f2-0000-7000-8000-00000000000a-to')).toBe('mail-#-to');
  const letters = Array.from({ length: 300 }, (_none, n) => String.fromCodePoint(0x4e00 + n));
  expect(new Set(letters.map(toStepLabel)).size).toBeLessThan(202);
  expect(toStepLabel('charge')).toBe('charge');
});
