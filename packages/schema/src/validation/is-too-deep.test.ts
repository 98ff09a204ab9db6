import { expect, test } from 'vitest';
import { isTooDeep, MAX_DATA_DEPTH } from './is-too-deep.ts';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'leaf';
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

test.each([
  ['arrays', (inner: unknown): unknown => [0, inner]],
  ['objects', (inner: unknown): unknown => ({ first: 0, inner })],
])('isTooDeep() allows 64 levels of %s and no more', (_, wrap) => {
  expect(MAX_DATA_DEPTH).toBe(64);
  expect(isTooDeep(nest(64, wrap))).toBe(false);
  expect(isTooDeep(nest(65, wrap))).toBe(true);
});

test('isTooDeep() is true for cyclic values', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  expect(isTooDeep(cyclic)).toBe(true);
});

test.each([null, undefined, 'text', 1, true])('isTooDeep() is false for %j', (value) => {
  expect(isTooDeep(value, 0)).toBe(false);
});
