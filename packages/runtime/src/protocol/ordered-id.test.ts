import { expect, test } from 'vitest';
import { createOrderedId } from './ordered-id.ts';

test('an id is a UUID of version 7 of this millisecond', () => {
  const before = Date.now();
  const id = createOrderedId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('of ids of one millisecond none tells another', () => {
  const ids = Array.from({ length: 1000 }, createOrderedId);
  expect(new Set(ids.map((id) => id.slice(15, 18))).size).toBeGreaterThan(500);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(1000);
});
