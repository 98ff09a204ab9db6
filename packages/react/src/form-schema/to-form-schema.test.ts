import { resolvePointer, type JsonSchema } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { FormLimits } from './form-limits.ts';
import { toFormSchema } from './to-form-schema.ts';

function draw(schema: JsonSchema | boolean): JsonSchema {
  const outcome = toFormSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issue.message);
  return outcome.schema;
}

/** The form schema of a property `a`. */
function drawProperty(schema: unknown, rest: JsonSchema = {}): unknown {
  return resolvePointer(
    draw({ type: 'object', properties: { a: schema }, ...rest }),
    '/properties/a',
  );
}

const EDITOR = { 'x-formwork-json': 'anything' };

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
  ])('%s', (_name, schema, rest) => {
    const form = draw({ type: 'object', properties: { a: schema }, ...rest });
    expect(resolvePointer(form, '/properties/a')).toEqual({ $ref: '#/$defs/r0' });
    expect(resolvePointer(form, '/$defs/r0')).toEqual(named);
  });

  test('texts beside a reference win', () => {
    const form = drawProperty({ $ref: '#/$defs/n', title: 'Mine' }, { $defs: { n: named } });
    expect(form).toEqual({ $ref: '#/$defs/r0', title: 'Mine' });
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
    expect(resolvePointer(form, '/$defs/r0/properties/left')).toEqual({ $ref: '#/$defs/r0' });
    expect(resolvePointer(form, '/$defs/r0/properties/all/items')).toEqual({ $ref: '#/$defs/r1' });
  });

  test('a reference to an editor is one', () => {
    expect(drawProperty({ $ref: '#/$defs/any', title: 'Any' }, { $defs: { any: true } })).toEqual({
      ...EDITOR,
      title: 'Any',
    });
  });
});

describe('every place has one type', () => {
  test.each<[string, unknown, unknown]>([
    ['a choice', { enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }],
    ['a choice of numbers', { enum: [1, 2] }, { type: 'number', enum: [1, 2] }],
    [
      'a mixed choice',
      { enum: [1, 'a', null] },
      { type: 'string', enum: [1, 'a', null], 'x-formwork-nullable': true },
    ],
    ['a constant', { const: 'x' }, { type: 'string', enum: ['x'] }],
    ['equal values', { enum: ['x', 'x', 1, '1'] }, { type: 'string', enum: ['x', 1, '1'] }],
    [
      'a union of constants',
      { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
      {
        type: 'number',
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: '2' },
        ],
      },
    ],
    ['a pattern', { pattern: '^a' }, { type: 'string' }],
    ['a bound', { maximum: 3 }, { type: 'number', maximum: 3 }],
    ['items', { items: { type: 'string' } }, { type: 'array', items: { type: 'string' } }],
    ['nothing', {}, EDITOR],
    ['true', true, EDITOR],
    ['an object without properties', { type: 'object' }, EDITOR],
    ['an object of anything', { type: 'object', additionalProperties: true }, EDITOR],
    [
      'an object that must be empty',
      { type: 'object', additionalProperties: false },
      { type: 'object' },
    ],
    ['a list of anything', { type: 'array' }, { type: 'array', items: EDITOR }],
    ['null', { type: 'null' }, { type: 'null' }],
    [
      'a nullable type',
      { type: ['string', 'null'] },
      { type: ['string', 'null'], 'x-formwork-nullable': true },
    ],
    [
      'nullable of OpenAPI',
      { type: 'string', nullable: true },
      { type: ['string', 'null'], 'x-formwork-nullable': true },
    ],
    [
      'an optional of Pydantic',
      {
        anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }],
        title: 'Day',
        default: null,
      },
      {
        type: ['string', 'null'],
        format: 'date',
        title: 'Day',
        'x-formwork-nullable': true,
        'x-formwork-default': null,
      },
    ],
    [
      'two types',
      { type: ['string', 'integer'], minLength: 2, minimum: 3, title: 'Both' },
      {
        title: 'Both',
        anyOf: [
          { type: 'string', minLength: 2, title: 'Text' },
          { type: 'integer', minimum: 3, title: 'Whole number' },
        ],
      },
    ],
    [
      'an exclusive bound of draft 04',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 1 },
    ],
    [
      'texts that are none',
      { type: 'string', title: { a: 1 }, description: 3 },
      { type: 'string' },
    ],
    ['a pattern that is none', { type: 'string', pattern: '(?i)x(' }, { type: 'string' }],
    [
      'a media type',
      { type: 'string', contentMediaType: 'text/markdown' },
      { type: 'string', contentMediaType: 'text/markdown' },
    ],
    [
      'what only readers see',
      { type: 'string', readOnly: true },
      { type: 'string', readOnly: true },
    ],
    ['not and contains', { type: 'string', not: { const: 'x' } }, { type: 'string' }],
  ])('%s', (_name, schema, expected) => {
    expect(drawProperty(schema)).toEqual(expected);
  });

  test('a root may be anything', () => {
    expect(draw({ type: 'string' })).toEqual({ type: 'string' });
    expect(draw(true)).toEqual(EDITOR);
    expect(draw({})).toEqual(EDITOR);
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

  test.each(['__proto__', 'constructor', 'toString'])(
    'a property named %s gets an editor',
    (name) => {
      const properties = Object.fromEntries([[name, { type: 'string' }]]);
      expect(drawProperty({ type: 'object', properties })).toEqual({ 'x-formwork-json': 'names' });
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

describe('what is too large is refused before it is drawn, and the rule is named', () => {
  function refusal(schema: JsonSchema, limits?: Partial<FormLimits>): unknown {
    const outcome = toFormSchema(schema, limits === undefined ? {} : { limits });
    return outcome.kind === 'refused' ? outcome.issue : outcome.count;
  }

  test('references that double', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_level, level) => {
        const $ref = `#/$defs/d${level + 1}`;
        return [
          `d${level}`,
          { type: 'object', required: ['l', 'r'], properties: { l: { $ref }, r: { $ref } } },
        ];
      }),
    );
    expect(
      refusal({ $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'string' } } }),
    ).toMatchObject({
      code: 'form-too-large',
      message:
        'Cannot draw the schema as a form must have at most 500 fields at once: current value is more than can be counted',
    });
  });

  test('fields, folded ones too', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 501 }, (_property, n) => [`p${n}`, { type: 'string' }]),
    );
    expect(refusal({ properties })).toMatchObject({ code: 'form-too-large' });
    const list = { type: 'object', properties: { all: { items: { properties } } } };
    expect(refusal(list)).toEqual({ visible: 2, fields: 504 });
    expect(refusal(list, { fields: 400 })).toMatchObject({
      message:
        'Cannot draw the schema as a form must have at most 400 fields in all: current value is 504',
    });
  });

  test('schemas and levels', () => {
    const $defs = Object.fromEntries(Array.from({ length: 3000 }, (_def, n) => [`d${n}`, {}]));
    expect(refusal({ $defs })).toMatchObject({ code: 'form-schema-too-large' });
    let deep: JsonSchema = { type: 'string' };
    for (let level = 0; level < 5000; level += 1) deep = { not: deep };
    expect(refusal(deep)).toMatchObject({ code: 'form-schema-too-deep' });
  });

  test('a long chain of references is no stack of calls', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 900 }, (_def, n) => [`d${n}`, { items: { $ref: `#/$defs/d${n + 1}` } }]),
    );
    expect(refusal({ $ref: '#/$defs/d0', $defs: { ...$defs, d900: {} } })).toMatchObject({
      visible: 1,
    });
  });

  test('long choices get an editor', () => {
    const values = Array.from({ length: 100_000 }, (_value, n) => `v${n}`);
    expect(drawProperty({ enum: values })).toEqual({ 'x-formwork-json': 'size' });
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

describe('any schema', () => {
  const keyword = fc.constantFrom(
    ...[
      'type',
      'properties',
      'items',
      'prefixItems',
      'anyOf',
      'oneOf',
      'allOf',
      'if',
      'then',
      'not',
    ],
    ...[
      '$ref',
      '$id',
      '$anchor',
      '$defs',
      'enum',
      'const',
      'required',
      'dependentSchemas',
      'title',
    ],
    ...['additionalProperties', 'patternProperties', 'default', 'minItems', 'format', '__proto__'],
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom('string', 'object', 'array', 'null', '#', '#/$defs/a', '#a', 'a'),
      fc.constantFrom<unknown>(true, false, null, 0, 1, -1),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.array(fc.tuple(keyword, tie('any')), { maxLength: 4 }).map(Object.fromEntries),
    ),
  })).any;

  test('comes to something drawable or a refusal, and only to local references', () => {
    fc.assert(
      fc.property(value, (any) => {
        const schema = { type: 'object', properties: { a: any }, $defs: { a: any } };
        const outcome = toFormSchema(schema);
        if (outcome.kind === 'refused') return;
        const text = JSON.stringify(outcome.schema);
        for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/(\w+)"/gu)) {
          expect(resolvePointer(outcome.schema, `/$defs/${name}`)).toBeDefined();
        }
        expectDrawable(outcome.schema);
      }),
      { numRuns: 2000 },
    );
  });
});

/** What a form would stumble over: places without a type, texts that are none, ids. */
function expectDrawable(schema: unknown): void {
  expect(schema).toBeTypeOf('object');
  const place = schema as Record<string, unknown>;
  for (const name of ['title', 'description']) {
    if (name in place) expect(place[name]).toBeTypeOf('string');
  }
  for (const name of ['$id', '$anchor', 'prefixItems', 'patternProperties', 'default']) {
    expect(place).not.toHaveProperty(name);
  }
  const tells = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'x-formwork-json'];
  expect(tells.some((name) => name in place)).toBe(true);
  const properties = (place['properties'] ?? {}) as Record<string, unknown>;
  expect(Object.keys(properties).some((name) => name in Object.prototype)).toBe(false);
  for (const property of Object.values(properties)) expectDrawable(property);
  if (Array.isArray(place['items'])) place['items'].forEach(expectDrawable);
}
