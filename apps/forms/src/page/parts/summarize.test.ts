import { expect, test } from 'vitest';
import { summarize } from './summarize.ts';

test('numbers and days are written as the language writes them, years and ids without separators', () => {
  const data = { amount: 12.5, day: '2026-11-21', year: 2026 };
  expect(summarize(data, 'de')).toBe('12,5 · 21.11.2026 · 2026');
  expect(summarize(data, 'en')).toBe('12.5 · Nov 21, 2026 · 2026');
});

test('the first three values stand for an input', () => {
  expect(summarize({ list: ['a', { b: 'b' }], empty: '', c: 'c', d: 'd' }, 'en')).toBe('a · b · c');
  expect(summarize('x'.repeat(100), 'en')).toHaveLength(60);
});
