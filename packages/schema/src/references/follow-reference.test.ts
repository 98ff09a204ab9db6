import { expect, test } from 'vitest';
import { followReference } from './follow-reference.ts';

const number = { type: 'integer' };

test('a reference leads where its place in the document says', () => {
  const inner = { $id: 'b', items: { $ref: '#/$defs/c' }, $defs: { c: number } };
  const root = {
    $id: 'https://example.com/a',
    properties: { a: { $ref: 'b' }, c: { $ref: '#d' }, e: { $dynamicRef: '#d' } },
    $defs: { inner, other: { $dynamicAnchor: 'd' }, c: { type: 'string' } },
  };
  expect(followReference(root.properties.a, root)).toBe(inner);
  expect(followReference(inner.items, root)).toBe(number);
  expect(followReference(root.properties.c, root)).toBe(root.$defs.other);
  expect(followReference(root.properties.e, root)).toBe(root.$defs.other);
});

test('a copy is followed from the root of the document', () => {
  const root = { $defs: { 'a b': number } };
  expect(followReference({ $ref: '#/$defs/a%20b', title: 'A' }, root)).toBe(number);
});

test('what leads nowhere, and what is no reference, is nothing', () => {
  for (const schema of [
    {},
    true,
    'x',
    { $ref: 1 },
    { $ref: ['#'] },
    { $ref: 'https://example.com/x' },
  ]) {
    expect(followReference(schema, {})).toBeUndefined();
  }
});
