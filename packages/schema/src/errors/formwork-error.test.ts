import { expect, test } from 'vitest';
import { toErrorText } from './formwork-error.ts';

test('toErrorText() shows the stack of an error, and other values as text', () => {
  expect(toErrorText(new TypeError('wrong'))).toMatch(/^TypeError: wrong\n {4}at /u);
  expect(toErrorText('text')).toBe('text');
  expect(toErrorText(undefined)).toBe('undefined');
});

test('toErrorText() is text, whatever the stack is', () => {
  expect(toErrorText(Object.assign(new Error('wrong'), { stack: 1n }))).toBe('1');
});

test('toErrorText() survives what cannot be shown', () => {
  const hostile = {
    toString() {
      throw new Error('no');
    },
  };
  for (const thrown of [Object.create(null), hostile]) {
    expect(toErrorText(thrown)).toBe('a thrown object that cannot be shown');
  }
});

test('toErrorText() shows causes and gathered errors, and ends where they are a circle', () => {
  const refused = new Error('connect ECONNREFUSED');
  const gathered = new AggregateError([refused], '');
  expect(toErrorText(new TypeError('fetch failed', { cause: gathered }))).toMatch(
    /^TypeError: fetch failed\n[^]*\nCaused by: AggregateError[^]*\nCaused by: Error: connect/u,
  );
  const circle = new Error('again');
  circle.cause = circle;
  expect(toErrorText(circle).split('Caused by').length).toBeLessThan(20);
});
