import { expect, test } from 'vitest';
import { drawProperty } from '../testing/draw.ts';
import { toColumns } from './to-columns.ts';

const text = { type: 'string' };

function columnsOf(properties: object, keywords: object = {}): readonly string[] | undefined {
  const row = drawProperty({ type: 'object', properties, ...keywords });
  return toColumns(row)?.map(({ name, isRequired }) => `${name}${isRequired ? '!' : ''}`);
}

test('rows of a few short fields become columns', () => {
  const row = { a: text, b: { type: 'integer' }, c: { enum: ['x', 'y'] }, d: { type: 'boolean' } };
  expect(columnsOf(row, { required: ['a'] })).toEqual(['a!', 'b', 'c', 'd']);
  expect(columnsOf({ a: { type: ['string', 'null'], format: 'date' } })).toEqual(['a']);
});

test.each([
  ['no fields', {}],
  ['six fields', { a: text, b: text, c: text, d: text, e: text, f: text }],
  ['a long text', { a: { ...text, maxLength: 1000 } }],
  ['a group', { a: { type: 'object', properties: { b: text } } }],
  ['a list', { a: { items: text } }],
  ['a union', { a: { anyOf: [text, { type: 'number' }] } }],
  ['anything', { a: {} }],
  ['a file', { a: { ...text, format: 'data-url' } }],
  ['a constant', { a: { const: 'x' }, b: text }],
  ['more choices than a cell can list', { a: { enum: Array.from({ length: 31 }, (_, n) => n) } }],
])('rows with %s do not', (_name, properties) => {
  expect(columnsOf(properties)).toBeUndefined();
});

test.each([
  ['names of their own', { additionalProperties: text }],
  ['fields that depend on others', { if: { required: ['a'] }, then: { required: ['b'] } }],
  ['alternatives', { oneOf: [{ properties: { b: text } }, { properties: { c: text } }] }],
])('nor do rows with %s', (_name, keywords) => {
  expect(columnsOf({ a: text, b: text }, keywords)).toBeUndefined();
});
