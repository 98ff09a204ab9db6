import { expect, expectTypeOf, test } from 'vitest';
import type { runGuarded as runOnNode } from './guard.node.ts';
import { runGuarded } from './guard.ts';

test('runGuarded() returns the value of the work', () => {
  expect(runGuarded(() => 42, 1000)).toEqual({ kind: 'done', value: 42 });
});

test('runGuarded() reports what the work threw', () => {
  const error = new RangeError('too deep');
  const outcome = runGuarded(() => {
    throw error;
  }, 1000);
  expect(outcome).toEqual({ kind: 'threw', error });
});

test('runGuarded() has the same signature everywhere', () => {
  expectTypeOf(runGuarded).toEqualTypeOf<typeof runOnNode>();
});
