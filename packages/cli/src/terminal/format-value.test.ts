import { expect, test } from 'vitest';
import { formatValue } from './format-value.ts';
import { toSafeJson } from './safe-text.ts';

const plain = { paint: (_style: string, text: string): string => text };

test.each([
  ['text', 'a\u001b[1mb\nc', 'a\\u001b[1mb\nc'],
  ['a number', 5, '5'],
  ['null', null, 'null'],
  ['nothing in an object', {}, '  {}'],
  ['nested places', { a: { b: [1, 'x'] }, c: '日本' }, 'a.b.0  1\na.b.1  x\nc      日本'],
  [
    'a list of objects',
    [
      { id: 'a', count: 1 },
      { id: 'bb', note: 'x\ny' },
    ],
    'id  count  note\na   1\nbb         x y',
  ],
])('%s is readable', (_, value, expected) => {
  expect(formatValue(value, plain)).toBe(expected);
});

test('what is long is counted, what is deep is JSON', () => {
  const long = formatValue(
    Array.from({ length: 600 }, (_, index) => index),
    plain,
  );
  expect(long.split('\n')).toHaveLength(501);
  expect(long).toContain('and 100 more');
  const nest = (levels: number): unknown => {
    let deep: unknown = 1;
    for (let depth = 0; depth < levels; depth += 1) deep = { a: deep };
    return deep;
  };
  expect(formatValue(nest(100), plain)).toMatch(/^ *(?:a\.){7}a {2}\{"a":/u);
  for (const print of [toSafeJson, (value: unknown) => formatValue(value, plain)]) {
    expect(() => print(nest(100_000))).toThrow(/nested at most 500 levels/u);
  }
});

test('a long text is not repeated as blanks in every row', () => {
  const text = 'x'.repeat(1_000_000);
  const rows = [
    { name: text, count: 1 },
    ...Array.from({ length: 499 }, () => ({ name: 'y', count: 2 })),
  ];
  const table = formatValue(rows, plain);
  expect(table).toContain(`${text}  1\ny`);
  expect(table.length).toBeLessThan(text.length + 500 * 250);
  expect(formatValue({ [text]: 1, y: 2 }, plain).length).toBeLessThan(text.length + 1_000);
});
