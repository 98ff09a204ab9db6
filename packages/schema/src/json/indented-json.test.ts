import { expect, test } from 'vitest';
import { indentJson, measureIndented } from './indented-json.ts';

const nest = (value: unknown, levels: number): unknown =>
  levels === 0 ? value : nest([value], levels - 1);

test.each([
  null,
  'a"b\\',
  [],
  {},
  [[], {}],
  { a: 1, b: [1, 2, { c: 'x:,[]{}"' }], 'd"': {} },
  nest({ a: [1] }, 12),
])('the length of indented JSON is known before it is written: %j', (value) => {
  const indented = JSON.stringify(value, undefined, 2);
  expect(measureIndented(JSON.stringify(value))).toBe(indented.length);
  expect(indentJson(value)).toBe(indented);
});

test('JSON that would be spaces for the most part stays in one line', () => {
  const deep = nest(Array.from({ length: 1000 }).fill(0), 60);
  expect(indentJson(deep)).toBe(JSON.stringify(deep));
  expect(indentJson(undefined)).toBe('');
});
