import type { JsonSchema } from '@formwork/schema';
import { resolvePointer } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';
import { draw, drawProperty, EDITOR } from '../testing/draw.ts';

describe('references become local', () => {
  const named = { title: 'Name', type: 'string' };
  test.each<[string, unknown, JsonSchema]>([
    ['$defs', { $ref: '#/$defs/n' }, { $defs: { n: named } }],
    ['definitions', { $ref: '#/definitions/n' }, { definitions: { n: named } }],
    ['$anchor', { $ref: '#here' }, { $defs: { n: { ...named, $anchor: 'here' } } }],
    [
      'a relative $id',
      { $ref: 'name' },
      { $id: 'https://example.com/root', $defs: { n: { ...named, $id: 'name' } } },
    ],
    [
      'an absolute $id that is never fetched',
      { $ref: 'https://example.com/name' },
      { $defs: { n: { ...named, $id: 'https://example.com/name' } } },
    ],
    [
      '$dynamicRef',
      { $dynamicRef: '#node' },
      { $defs: { n: { ...named, $dynamicAnchor: 'node' } } },
    ],
    [
      'a pointer into a tuple',
      { $ref: '#/$defs/n/prefixItems/0' },
      { $defs: { n: { prefixItems: [named] } } },
    ],
  ])('%s', (_name, schema, keywords) => {
    const form = draw({ type: 'object', properties: { a: schema }, ...keywords });
    expect(resolvePointer(form, '/properties/a')).toEqual({ $ref: '#/$defs/r0' });
    expect(resolvePointer(form, '/$defs/r0')).toEqual(named);
  });

  test('texts beside a reference win', () => {
    const form = drawProperty({ $ref: '#/$defs/n', title: 'Mine' }, { $defs: { n: named } });
    expect(form).toEqual({ $ref: '#/$defs/r0', title: 'Mine' });
  });

  test('fields beside a reference are no fields up to draft 07', () => {
    const beside = {
      $ref: '#/definitions/n',
      title: 'Mine',
      required: ['b'],
      properties: { b: {} },
    };
    const of = ($schema: string): unknown =>
      drawProperty(beside, { $schema, definitions: { n: named } });
    expect(of('http://json-schema.org/draft-07/schema#')).toEqual({
      $ref: '#/$defs/r0',
      title: 'Mine',
    });
    expect(of('https://json-schema.org/draft/2019-09/schema')).toHaveProperty('allOf');
  });

  test('fields beside a reference are added to what it leads to', () => {
    const beside = { $ref: '#/$defs/n', properties: { b: { type: 'string' } } };
    expect(drawProperty(beside, { $defs: { n: { properties: { c: named } } } })).toEqual({
      allOf: [{ $ref: '#/$defs/r0' }, { properties: { b: { type: 'string' } } }],
    });
  });

  test.each([
    ['out of the document', { $ref: 'https://example.com/other', title: 'Other' }],
    ['nowhere', { $ref: '#/$defs/none', title: 'Other' }],
    ['to itself', { $ref: '#/properties/a', title: 'Other' }],
  ])('what leads %s gets an editor', (_name, schema) => {
    expect(drawProperty(schema)).toEqual({ title: 'Other', 'x-formwork-json': 'reference' });
  });

  test('recursion ends, through properties and lists', () => {
    const form = draw({
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { left: { $ref: '#/$defs/node' }, all: { items: { $ref: '#' } } },
        },
      },
    });
    expect(resolvePointer(form, '/$defs/r0/properties/left')).toEqual({
      'x-formwork-ref': '#/$defs/r0',
    });
    expect(resolvePointer(form, '/$defs/r0/properties/all/items')).toEqual({
      'x-formwork-ref': '#/$defs/r1',
    });
  });

  test('a reference to an editor is one', () => {
    expect(drawProperty({ $ref: '#/$defs/any', title: 'Any' }, { $defs: { any: true } })).toEqual({
      ...EDITOR,
      title: 'Any',
    });
  });
});

describe('lists, tuples and dependencies have one shape', () => {
  test('tuples of both kinds', () => {
    const tuple = { type: 'array', items: [{ type: 'string' }, EDITOR], additionalItems: false };
    expect(drawProperty({ prefixItems: [{ type: 'string' }, true], items: false })).toEqual(tuple);
    expect(drawProperty({ items: [{ type: 'string' }, {}] })).toEqual(tuple);
    expect(drawProperty({ prefixItems: [{ type: 'string' }], items: { type: 'number' } })).toEqual({
      type: 'array',
      items: [{ type: 'string' }],
      additionalItems: { type: 'number' },
    });
  });

  test('many rows are not asked for at once', () => {
    const list = {
      type: 'array',
      items: { type: 'string' },
      minItems: 1e7,
      maxItems: 1e9,
      uniqueItems: true,
    };
    expect(drawProperty(list)).toEqual({ ...list, minItems: 100 });
  });

  test('what depends on a property', () => {
    const b = { properties: { b: { type: 'string' } }, required: ['b'] };
    expect(
      draw({
        type: 'object',
        properties: { a: { type: 'string' }, c: { type: 'string' } },
        dependentSchemas: { a: b },
        dependentRequired: { a: ['c'] },
      }),
    ).toMatchObject({ dependencies: { a: { allOf: [b, { required: ['c'] }] } } });
  });

  test('what the text of a property chooses, in v1 alone', () => {
    const schema = {
      type: 'object',
      properties: { kind: { enum: ['card', 'cash'] } },
      propertyDependencies: {
        kind: {
          card: { properties: { number: { type: 'string' } }, required: ['number'] },
          cash: { $ref: '#/$defs/cash' },
        },
      },
      $defs: { cash: { properties: { change: { type: 'number' } } } },
    };
    const form = draw({ $schema: 'https://json-schema.org/v1', ...schema });
    const when = (text: string): object => ({
      properties: { kind: { const: text } },
      required: ['kind'],
    });
    expect(form['allOf']).toEqual([
      {
        if: when('card'),
        then: { properties: { number: { type: 'string' } }, required: ['number'] },
      },
      { if: when('cash'), then: { $ref: '#/$defs/r0' } },
    ]);
    expect(draw(schema)).not.toHaveProperty('allOf');
  });

  test('conditions stay what they are, but for references', () => {
    const form = draw({
      properties: { a: { type: 'string' }, x: { $ref: '#/$defs/n' } },
      if: { properties: { a: { const: 'x' }, x: { $ref: '#/$defs/n' } }, $anchor: 'other' },
      then: { properties: { a: true, b: { type: 'number' } } },
      else: { required: ['a'] },
      $defs: { n: { const: 1 } },
    });
    expect(form).toMatchObject({
      if: { properties: { a: { const: 'x' }, x: { $ref: '#/$defs/r0' } } },
      then: { properties: { b: { type: 'number' } } },
      else: { required: ['a'] },
    });
    expect(resolvePointer(form, '/if/$anchor')).toBeUndefined();
    expect(resolvePointer(form, '/then/properties/a')).toBeUndefined();
  });

  test('names that fit a pattern are names like any other', () => {
    expect(drawProperty({ patternProperties: { '^(a+)+$': { type: 'number' } } })).toEqual({
      type: 'object',
      additionalProperties: { type: 'number' },
    });
    expect(
      drawProperty({ additionalProperties: { type: 'string' }, propertyNames: { maxLength: 3 } }),
    ).toEqual({
      type: 'object',
      additionalProperties: { type: 'string' },
    });
  });

  test.each(['__proto__', 'constructor', 'toString', ''])(
    'a property named "%s" gets a field, under a name that means nothing to JavaScript',
    (name) => {
      const properties = Object.fromEntries([[name, { type: 'string' }]]);
      const drawn = drawProperty({ type: 'object', properties, required: [name] });
      expect(drawn).toEqual({
        type: 'object',
        properties: { [`\u0000${name}`]: { type: 'string' } },
        required: [`\u0000${name}`],
      });
      const inherited: unknown = Object.getOwnPropertyDescriptor(Object.prototype, 'type');
      expect(inherited).toBeUndefined();
    },
  );
});

describe('alternatives', () => {
  test('are named by title, discriminator, reference or type', () => {
    const form = drawProperty(
      {
        oneOf: [
          { title: 'Mine', type: 'object', properties: { a: { type: 'string' } } },
          { type: 'object', properties: { kind: { const: 'bank_transfer' } } },
          { $ref: '#/$defs/CreditCard' },
          { type: 'integer' },
          { type: 'null' },
        ],
      },
      { $defs: { CreditCard: { type: 'object', properties: { number: { type: 'string' } } } } },
    );
    const titles = ['Mine', 'Bank transfer', 'Credit card', 'Whole number', 'Nothing'];
    expect(form).toMatchObject({ oneOf: titles.map((title) => ({ title })) });
  });

  test('that only demand properties are not drawn', () => {
    const rules = { anyOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object' };
    const properties = { a: { type: 'string' }, b: { type: 'string' } };
    expect(draw({ ...rules, properties })).toEqual({ type: 'object', properties });
  });

  test('beside properties add to them', () => {
    const form = draw({
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      oneOf: [{ properties: { kind: { const: 'a' }, x: {} } }, { required: ['kind'] }],
    });
    expect(form).toMatchObject({
      oneOf: [
        { properties: { kind: { enum: ['a'] }, x: EDITOR }, title: 'A' },
        { required: ['kind'], title: 'Group' },
      ],
    });
  });

  test('allOf adds up', () => {
    const form = drawProperty({
      allOf: [{ properties: { a: { type: 'string' } } }, { required: ['a'] }, true, {}],
    });
    expect(form).toEqual({
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }, { required: ['a'] }],
    });
  });
});

test('the schema itself stays as it is', () => {
  const schema = {
    properties: { a: { prefixItems: [{ type: 'string' }] } },
    dependentRequired: { a: ['b'] },
  };
  const before = structuredClone(schema);
  draw(schema);
  expect(schema).toEqual(before);
});
