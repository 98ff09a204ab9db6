import { expect, test } from 'vitest';
import { toJsonText } from './to-json-text.ts';

test('a value is shown in lines', () => {
  expect(toJsonText(undefined)).toEqual({ text: '', isWhole: true });
  expect(toJsonText({ a: 1 })).toEqual({ text: '{\n  "a": 1\n}', isWhole: true });
});

test('what is deep is shown in one line, which indents would multiply', () => {
  const text = `${'['.repeat(100)}${']'.repeat(100)}`;
  expect(toJsonText(JSON.parse(text))).toEqual({ text, isWhole: true });
});

test('of what is long or deeper than the stack only the beginning is shown', () => {
  const long = toJsonText({ a: 'x'.repeat(200_000) });
  expect(long.isWhole).toBe(false);
  expect(long.text).toHaveLength(5001);
  const deep: unknown = JSON.parse(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`);
  expect(toJsonText(deep)).toEqual({ text: '[…', isWhole: false });
});
