import { expect, test } from 'vitest';
import { toPublishedSchema } from './to-published-schema.ts';

const circular: Record<string, unknown> = { type: 'object' };
circular['properties'] = { a: { not: circular } };

function nest(levels: number): Record<string, unknown> {
  let schema: Record<string, unknown> = {};
  for (let level = 1; level < levels; level += 1) schema = { not: schema };
  return schema;
}

test.each([
  {
    name: 'a cycle',
    schema: circular,
    pointer: '/properties/a/not',
    current: 'current value is circular: the root again',
  },
  {
    name: 'a BigInt',
    schema: { const: 1n },
    pointer: '/const',
    current: 'current value is the BigInt 1n',
  },
  {
    name: 'a function',
    schema: { properties: { a: () => 1 } },
    pointer: '/properties/a',
    current: 'current value is a function',
  },
  {
    name: 'a date',
    schema: { default: new Date(0) },
    pointer: '/default',
    current: 'current value is an object of the class Date, so write it as text',
  },
  {
    name: 'a map',
    schema: { properties: new Map() },
    pointer: '/properties',
    current: 'an object of the class Map',
  },
  {
    name: 'a pattern',
    schema: { pattern: /a/u },
    pointer: '/pattern',
    current: 'an object of the class RegExp, so write its source as text',
  },
  {
    name: 'a promise',
    schema: Promise.resolve({}),
    pointer: '',
    current: 'an object of the class Promise, so await it',
  },
  {
    name: 'a constructor',
    schema: { properties: { a: { type: String } } },
    pointer: '/properties/a/type',
    current: 'a function, so write the name of the type, such as "string"',
  },
  {
    name: 'text',
    schema: '{ "type": "object" }',
    pointer: '',
    current: ', so write JSON.parse(…)',
  },
  {
    name: 'a list',
    schema: [{ type: 'object' }],
    pointer: '',
    current: ', so leave the brackets out',
  },
  {
    name: 'undefined',
    schema: { enum: ['a', undefined] },
    pointer: '/enum/1',
    current: 'current value is undefined',
  },
  {
    name: 'undefined',
    schema: { title: undefined },
    pointer: '/title',
    current: 'current value is undefined',
  },
  {
    name: 'NaN',
    schema: { minimum: Number.NaN },
    pointer: '/minimum',
    current: 'current value is NaN',
  },
  {
    name: 'half a pair',
    schema: { title: '\uD800' },
    pointer: '/title',
    current: 'text with half a surrogate pair',
  },
  {
    name: 'half a pair in a name',
    schema: { properties: { 'a\uD800': {} } },
    pointer: '/properties/a\uD800',
    current: 'a name with half a surrogate pair',
  },
])('toPublishedSchema() says where $name is', ({ schema, pointer, current }) => {
  expect(toPublishedSchema(schema as never, 'input')).toMatchObject({
    kind: 'failed',
    failures: [{ code: 'schema-not-json', pointer, message: expect.stringContaining(current) }],
  });
});

test('toPublishedSchema() takes 128 levels and no more', () => {
  expect(toPublishedSchema(nest(128), 'input').kind).toBe('published');
  expect(toPublishedSchema(nest(129), 'input')).toMatchObject({
    failures: [
      {
        code: 'schema-too-deep',
        message:
          'Cannot publish the schema because it must be nested at most 128 levels deep: current value is nested deeper',
      },
    ],
  });
  expect(toPublishedSchema(nest(100_000), 'input')).toMatchObject({
    failures: [{ code: 'schema-too-deep' }],
  });
});

test('toPublishedSchema() takes the same object in two places, which is no cycle', () => {
  const name = { type: 'string' };
  expect(toPublishedSchema({ properties: { a: name, b: name } }, 'input').kind).toBe('published');
});
