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
