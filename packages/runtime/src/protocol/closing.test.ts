import { expect, test } from 'vitest';
import { createClosing } from './closing.ts';

test('createClosing() tells those who listen, once, and not those who stopped', () => {
  const controller = new AbortController();
  const closing = createClosing(controller.signal);
  const told: string[] = [];
  closing.listen(() => told.push('first'));
  const forget = closing.listen(() => told.push('second'));
  forget();
  expect(closing.aborted).toBe(false);
  controller.abort();
  expect(closing.aborted).toBe(true);
  closing.listen(() => told.push('late'));
  expect(told).toEqual(['first', 'late']);
});

test('createClosing() without a signal never closes', () => {
  const closing = createClosing(undefined);
  closing.listen(() => expect.unreachable());
  expect(closing.aborted).toBe(false);
});
