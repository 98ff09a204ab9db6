import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { createFormData } from './create-form-data.ts';

const SCHEMA = draw({
  type: 'object',
  required: ['kind', 'ok', 'maybe', 'home', 'tags', 'pair', 'name'],
  properties: {
    kind: { const: 'trip' },
    ok: { type: 'boolean' },
    maybe: { type: ['string', 'null'] },
    home: { $ref: '#/$defs/home' },
    second: { $ref: '#/$defs/home' },
    tags: { type: 'array', items: { type: 'string' } },
    pair: { prefixItems: [{ type: 'string' }, { type: 'number' }] },
    name: { type: 'string' },
    count: { type: 'integer', default: 2 },
    list: { type: 'array', items: { type: 'string' }, default: ['a'] },
    flag: { type: 'boolean' },
  },
  $defs: { home: { type: 'object', properties: { city: { type: 'string', default: 'Rome' } } } },
});

test('a new form has defaults, constants and what empty fields say, and no yes or no of its own', () => {
  expect(createFormData(SCHEMA, SCHEMA)).toEqual({
    kind: 'trip',
    maybe: null,
    home: { city: 'Rome' },
    tags: [],
    pair: [null, null],
    count: 2,
    list: ['a'],
  });
});

test('what is there stays', () => {
  const data = { kind: 'other', ok: true, count: 0, home: { city: null, x: 1 }, extra: {} };
  expect(createFormData(SCHEMA, SCHEMA, data)).toMatchObject(data);
});

test('recursion ends', () => {
  const schema = draw({ type: 'object', required: ['a'], properties: { a: { $ref: '#' } } });
  expect(JSON.stringify(createFormData(schema, schema)).length).toBeLessThan(200);
});

test('an alternative that is drawn first brings its constants', () => {
  const schema = draw({
    oneOf: [
      { type: 'object', required: ['k'], properties: { k: { const: 'a' } } },
      { type: 'object', required: ['k'], properties: { k: { const: 'b' } } },
    ],
  });
  expect(createFormData(schema, schema)).toEqual({ k: 'a' });
});

test('a union of values begins with an empty value of its first alternative, and not with a group', () => {
  const schema = draw({
    type: 'object',
    required: ['price', 'names', 'none', 'kind', 'inner'],
    properties: {
      price: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^[0-9]+$' }] },
      names: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
      none: { anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'integer' }] },
      kind: { oneOf: [{ $ref: '#/$defs/group' }, { type: 'string' }] },
      optional: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      inner: { anyOf: [{ oneOf: [{ type: 'number' }, { type: 'object' }] }, { type: 'string' }] },
    },
    $defs: { group: { type: 'object', properties: { city: { default: 'Rome' } } } },
  });
  expect(createFormData(schema, schema)).toEqual({
    names: [],
    none: null,
    kind: { city: 'Rome' },
  });
  expect(createFormData(schema, schema, {})).toEqual({ names: [], none: null, kind: {} });
});

test('a list begins with the rows that it must have', () => {
  const row = { type: 'object', properties: { n: { type: 'integer', default: 1 } } };
  const choices = { type: 'array', uniqueItems: true, items: { enum: ['a', 'b'] }, minItems: 1 };
  const files = { type: 'array', items: { contentEncoding: 'base64' }, minItems: 1 };
  const properties = {
    texts: { type: 'array', items: { type: 'string' }, minItems: 1 },
    rows: { type: 'array', items: row, minItems: 2 },
    many: { type: 'array', items: row, minItems: 1000 },
    optional: { type: 'array', items: row, minItems: 1 },
    choices,
    files,
  };
  const required = ['texts', 'rows', 'many', 'choices', 'files'];
  const schema = draw({ type: 'object', required, properties });
  expect(createFormData(schema, schema)).toEqual({
    texts: [null],
    rows: [{ n: 1 }, { n: 1 }],
    many: Array.from({ length: 5 }, () => ({ n: 1 })),
    choices: [],
    files: [],
  });
});

test('lists in lists, and one default in many places, do not multiply what a form begins with', () => {
  const begin = (schema: JsonSchema): unknown => {
    const form = draw(schema);
    return createFormData(form, form);
  };
  const nest = (levels: number): JsonSchema =>
    levels === 0 ? { type: 'string' } : { type: 'array', minItems: 5, items: nest(levels - 1) };
  const rows = begin({ type: 'object', required: ['a'], properties: { a: nest(12) } });
  expect(JSON.stringify(rows).length).toBeLessThan(1000);
  const names = Array.from({ length: 400 }, (_name, at) => `p${at}`);
  const large = begin({
    $defs: { large: { type: 'string', default: 'x'.repeat(300_000) } },
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/large' }])),
  });
  expect(Object.keys(large as object)).toEqual(['p0', 'p1', 'p2']);
});
