import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';
import { summarize } from './summarize.ts';

test('numbers and days are written as the language writes them, years and ids without separators', () => {
  const data = { amount: 12.5, day: '2026-11-21', year: 2026 };
  expect(summarize(data, 'de')).toBe('12,5 · 21.11.2026 · 2026');
  expect(summarize(data, 'en')).toBe('12.5 · Nov 21, 2026 · 2026');
});

test('a number keeps its digits', () => {
  expect(summarize([1.5e-13, 0.1 + 0.2, 1_234_567_890_123_456], 'en')).toBe(
    '1.5E-13 · 0.3 · 1234567890123456',
  );
  const schema = { type: 'number', minimum: 0, maximum: 1 };
  const write = (value: number, of: unknown): string =>
    formatNumber(value, { language: 'en', schema: of });
  expect([
    write(0.12345, schema),
    write(1.5e-13, undefined),
    write(2, { multipleOf: 0.01 }),
  ]).toEqual(['12.345%', '1.5E-13', '2.00']);
});

test('the first three values stand for an input', () => {
  expect(summarize({ list: ['a', { b: 'b' }], empty: '', c: 'c', d: 'd' }, 'en')).toBe('a · b · c');
  expect(summarize('x'.repeat(100), 'en')).toHaveLength(60);
});
