import { expect, test } from 'vitest';
import { isSameJson } from './sorted-json.ts';

test('isSameJson() compares content and order', () => {
  expect(isSameJson({ a: 1, b: [2] }, { a: 1, b: [2] })).toBe(true);
  expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(false);
  expect(isSameJson(null, undefined)).toBe(false);
});
