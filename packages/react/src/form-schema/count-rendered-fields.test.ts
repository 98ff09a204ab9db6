import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { countRenderedFields } from './count-rendered-fields.ts';
import { foldGroups } from './fold-groups.ts';

const options = { pageSize: 50, limit: 2000 };
const text = { type: 'string' };
const list = (items: object): JsonSchema => ({ type: 'object', properties: { a: { items } } });
const rows = <Row>(count: number, row: Row): readonly Row[] =>
  Array.from({ length: count }, () => row);

test('lists count with their first page: columns of tables, folded cards, plain rows', () => {
  const table = { type: 'object', properties: { x: text, y: text } };
  const card = { type: 'object', properties: { x: text, y: { items: text } } };
  expect(countRenderedFields(draw(list(table)), { a: rows(20_000, {}) }, options)).toBe(102);
  expect(countRenderedFields(draw(list(card)), { a: rows(20_000, {}) }, options)).toBe(52);
  expect(countRenderedFields(draw(list(text)), { a: rows(3, 'x') }, options)).toBe(5);
});

test('entries and schemas within themselves count as far as the data go, up to the limit', () => {
  const record = { type: 'object', additionalProperties: text };
  const entries = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'x']));
  expect(countRenderedFields(draw(record), { k: 'x', l: 'x' }, options)).toBe(11);
  expect(countRenderedFields(draw(record), entries, options)).toBeGreaterThan(2000);
  const chain = { type: 'object', properties: { next: { $ref: '#' } } };
  let data = {};
  for (let level = 0; level < 10; level += 1) data = { next: data };
  expect(countRenderedFields(draw(chain), data, options)).toBe(12);
  for (let level = 0; level < 5000; level += 1) data = { next: data };
  expect(countRenderedFields(draw(chain), data, options)).toBe(2001);
});

test('a folded group counts as much as it draws when a person opens it', () => {
  const entries = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 'x']));
  const map = { type: 'object', additionalProperties: text };
  const inner = { type: 'object', properties: { map } };
  const outer = { type: 'object', properties: { inner, map } };
  const schema = { type: 'object', properties: { outer, other: outer, map } };
  const folded = foldGroups(draw(schema));
  const count = (data: unknown): number => countRenderedFields(folded, data, options);
  expect(count({})).toBe(4);
  expect(count({ outer: {}, other: {} })).toBe(4);
  // Each of the groups is opened alone.
  expect(count({ outer: { inner: { map: entries } } })).toBe(2 + 5 * 300);
  expect(count({ outer: { map: entries }, other: { map: entries } })).toBe(3 + 5 * 300);
  expect(count({ map: entries })).toBe(4 + 5 * 300);
  expect(count({ outer: { map: { ...entries, inner: { map: entries } } } })).toBe(3 + 5 * 301);
});

test('of alternatives that say what they are, the one that the data name is counted', () => {
  const node = { $ref: '#/$defs/node' };
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((kind) => ({
    type: 'object',
    properties: { kind: { const: kind }, left: node, right: node },
    required: ['kind'],
  }));
  const form = draw({
    type: 'object',
    properties: { root: node },
    $defs: { node: { anyOf: kinds } },
  });
  let data: object = { kind: 'a' };
  for (let level = 0; level < 10; level += 1) data = { kind: 'e', left: data };
  // Each of eleven levels has five kinds with two fields, which must be counted quickly.
  expect(countRenderedFields(form, { root: data }, options)).toBeLessThan(100);
});
