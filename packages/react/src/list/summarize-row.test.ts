import { expect, test } from 'vitest';
import { summarizeRow } from './summarize-row.ts';

const root = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    size: { oneOf: [{ const: 1, title: 'Small' }, { const: 2 }] },
    isGift: { type: 'boolean' },
    code: { type: 'string', format: 'password' },
    tags: { type: 'array', title: 'Labels', items: { type: 'string' } },
    home: { $ref: '#' },
  },
};

test.each([
  ['fields in their order', { isGift: true, size: 1, name: 'Tea' }, 'Tea · Small · Is gift'],
  ['no secrets and nothing that is off', { code: 'x', isGift: false }, ''],
  [
    'lists by their length, groups by their values',
    { tags: ['a'], home: { name: 'Rome' } },
    'Labels: 1 · Rome',
  ],
  ['what the schema does not know', { other: 3 }, '3'],
  ['one line', { name: 'a\n  b' }, 'a b'],
  ['long texts in part', { name: 'x'.repeat(60) }, `${'x'.repeat(40)}…`],
  ['a few values of many', { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, '1 · 2 · 3 · 4 · 5'],
  ['rows that are lists', [1, [2], 'x'], '1 · 2 · x'],
  ['nothing', null, ''],
])('tells %s', (_name, value, line) => {
  expect(summarizeRow(value, { schema: root, root, language: 'en' })).toBe(line);
});
