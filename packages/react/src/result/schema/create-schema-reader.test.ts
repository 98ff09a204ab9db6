import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { createSchemaReader, VARIANT_TITLE } from './create-schema-reader.ts';

function read(schema: JsonSchema, value: object | string | number): JsonSchema {
  return createSchemaReader(schema).read(schema, JSON.parse(JSON.stringify(value)));
}

test('follows references by pointer, anchor and id, with what stands beside them', () => {
  const schema = {
    properties: {
      a: { $ref: '#/$defs/x~1y', title: 'Mine' },
      b: { $ref: '#there' },
      c: { $ref: 'https://a.example/id' },
      d: { $ref: 'https://a.example/elsewhere' },
    },
    $defs: {
      'x/y': { title: 'Theirs', type: 'string' },
      z: { $anchor: 'there', type: 'number' },
      i: { $id: 'https://a.example/id', type: 'boolean' },
    },
  };
  const reader = createSchemaReader(schema);
  const member = (name: string): JsonSchema => reader.read(reader.member(schema, name), undefined);
  expect(member('a')).toMatchObject({ title: 'Mine', type: 'string' });
  expect(member('b')).toMatchObject({ type: 'number' });
  expect(member('c')).toMatchObject({ type: 'boolean' });
  expect(member('d')).not.toHaveProperty('type');
  expect(member('constructor')).toEqual({});
});

test('follows references within a document of its own from there', () => {
  const schema = {
    $id: 'https://a.example/all',
    properties: { a: { $ref: 'part' } },
    $defs: {
      part: { $id: 'part', properties: { b: { $ref: '#/$defs/c' } }, $defs: { c: { title: 'C' } } },
    },
  };
  const reader = createSchemaReader(schema);
  const part = reader.read(reader.member(schema, 'a'), undefined);
  expect(reader.read(reader.member(part, 'b'), undefined)).toMatchObject({ title: 'C' });
});

test('puts the parts of allOf together', () => {
  const schema = {
    allOf: [{ properties: { a: { title: 'A' } } }, { properties: { b: { title: 'B' } } }],
    properties: { c: { title: 'C' } },
  };
  expect(Object.keys(Object(read(schema, {})['properties']))).toEqual(['a', 'b', 'c']);
});

test('an alternative is told by its constants, then by its type and its names', () => {
  const schema = {
    oneOf: [
      { title: 'Cat', properties: { kind: { const: 'cat' }, name: {}, lives: {} } },
      { title: 'Dog', properties: { kind: { const: 'dog' }, name: {} } },
      { title: 'Name', type: 'string' },
      { title: 'Two', const: 2 },
    ],
  };
  expect(read(schema, { kind: 'dog', name: 'Rex', lives: 1 })[VARIANT_TITLE]).toBe('Dog');
  expect(read(schema, 'Rex')[VARIANT_TITLE]).toBe('Name');
  expect(read(schema, 2)[VARIANT_TITLE]).toBe('Two');
  expect(read(schema, 3)).not.toHaveProperty(VARIANT_TITLE);
  expect(read(schema, 'Rex')).not.toHaveProperty('title');
});

test.each<[string, JsonSchema]>([
  ['itself', { $ref: '#' }],
  [
    'each other',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ],
  ['twice themselves', { allOf: [{ $ref: '#' }, { $ref: '#' }], oneOf: [{ $ref: '#' }] }],
  ['alternatives of alternatives', { anyOf: [{ $ref: '#' }, { anyOf: [{ $ref: '#' }] }] }],
])('schemas that refer to %s come to an end', (_name, schema) => {
  expect(read(schema, { a: 1 })).toBeTypeOf('object');
});

test('items of tuples, of the rest and of draft 07', () => {
  const reader = createSchemaReader({});
  const tuple = { prefixItems: [{ title: 'A' }], items: { title: 'Rest' } };
  expect([0, 1].map((at) => reader.item(tuple, at))).toEqual([{ title: 'A' }, { title: 'Rest' }]);
  const old = { items: [{ title: 'A' }], additionalItems: { title: 'Rest' } };
  expect([0, 1].map((at) => reader.item(old, at))).toEqual([{ title: 'A' }, { title: 'Rest' }]);
});
