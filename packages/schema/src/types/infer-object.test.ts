import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, expectTypeOf, test } from 'vitest';
import type { InferJsonSchema } from './infer-json-schema.ts';

/** The validator that all tests share, because compiling the meta-schema takes most of the time. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * Checks that a validator accepts the good values and refuses the bad ones, as the inferred types
 * do.
 */
function expectAgreement(
  schema: Readonly<Record<string, unknown>>,
  values: { readonly good: readonly unknown[]; readonly bad: readonly unknown[] },
): void {
  const validate = ajv.compile(schema);
  expect(values.good.filter((value) => !validate(value))).toEqual([]);
  expect(values.bad.filter((value) => validate(value))).toEqual([]);
}

test('InferJsonSchema closes objects without additional properties', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', description: 'first' }, b: { type: 'string' } },
    required: ['a', 'b'],
    additionalProperties: false,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string; b: string }>();
  const good: Data[] = [{ a: 'x', b: 'y' }];
  // @ts-expect-error a is text
  const bad1: Data = { a: 1, b: 'y' };
  // @ts-expect-error b is required
  const bad2: Data = { a: 'x' };
  // @ts-expect-error c is not described
  const bad3: Data = { a: 'x', b: 'y', c: 1 };
  expectAgreement(schema, { good, bad: [bad1, bad2, bad3] });
});

test('InferJsonSchema leaves dependencies out', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { card: { type: 'string' }, billing: { type: 'string' } },
    dependentRequired: { card: ['billing'] },
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ card?: string; billing?: string }>();
  const good: Data[] = [{}, { billing: 'x' }, { card: 'x', billing: 'y' }];
  // @ts-expect-error card is text
  const bad1: Data = { card: 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema gives objects with patterns only an index signature', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ [name: string]: string }>();
  const good: Data[] = [{ 'x-a': '1' }];
  // @ts-expect-error values are text
  const bad1: Data = { 'x-a': 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema keeps known properties beside patterns', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    patternProperties: { '^n_': { type: 'number' } },
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [{ name: 'a', n_1: 2 }];
  // @ts-expect-error name is text
  const bad1: Data = { name: 1 };
  // @ts-expect-error values are numbers
  const bad2: Data = { name: 'a', n_1: true };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema leaves properties with defaults optional', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { n: { type: 'integer', default: 3 }, s: { type: 'string', default: 'x' } },
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ n?: number; s?: string }>();
  const good: Data[] = [{}, { n: 1 }];
  // @ts-expect-error n is a number
  const bad1: Data = { n: '1' };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema ignores descriptions', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: 'evil */ export const PWN=1; /*',
    type: 'object',
    properties: {
      a: { type: 'string', description: 'also */ [k:string]:any; /* @x', deprecated: true },
    },
    required: ['a'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string }>();
  const good: Data[] = [{ a: 'x' }];
  // @ts-expect-error a is text
  const bad1: Data = { a: 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema keeps property names of every kind', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      'foo-bar': { type: 'string' },
      '1a': { type: 'number' },
      '': { type: 'number' },
      class: { type: 'string' },
      naïve: { type: 'number' },
      日本: { type: 'string' },
      'a\'b"c': { type: 'number' },
      'new\nline': { type: 'string' },
      'back\\slash': { type: 'number' },
      $ref_: { type: 'string' },
      constructor: { type: 'number' },
    },
    required: [
      'foo-bar',
      '1a',
      '',
      'class',
      'naïve',
      '日本',
      'a\'b"c',
      'new\nline',
      'back\\slash',
      '$ref_',
      'constructor',
    ],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [
    {
      'foo-bar': 'x',
      '1a': 1,
      '': 1,
      class: 'c',
      naïve: 1,
      日本: 'x',
      'a\'b"c': 1,
      'new\nline': 'x',
      'back\\slash': 1,
      $ref_: 'x',
      constructor: 1,
    },
  ];
  // @ts-expect-error all are required
  const bad1: Data = {};
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema allows additional properties of one type', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: { type: 'number' },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [{ name: 'x', k: 1 }];
  // @ts-expect-error additional properties are numbers
  const bad1: Data = { name: 'x', k: true };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema infers a map', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: { type: 'number' },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ [name: string]: number }>();
  const good: Data[] = [{ a: 1 }];
  // @ts-expect-error values are numbers
  const bad1: Data = { a: '1' };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema takes names from propertyNames', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    propertyNames: { enum: ['a', 'b'] },
    additionalProperties: { type: 'number' },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a?: number; b?: number }>();
  const good: Data[] = [{ a: 1 }, { a: 1, b: 2 }];
  // @ts-expect-error c is no name
  const bad1: Data = { c: 1 };
  // @ts-expect-error values are numbers
  const bad2: Data = { a: '1' };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema reads true as anything and false as nothing', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: true, b: false },
    required: ['a'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: unknown; b?: never }>();
  const good: Data[] = [{ a: 1 }, { a: { x: 1 } }];
  // @ts-expect-error b is not allowed
  const bad1: Data = { a: 1, b: 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema reads properties without type as an object', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    properties: { a: { type: 'string' } },
    required: ['a'],
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string }>();
  const good: Data[] = [{ a: 'x' }];
  // @ts-expect-error a is text
  const bad1: Data = { a: 1 };
  // @ts-expect-error a is required
  const bad2: Data = {};
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema takes names that nobody declared for slips, unless more are invited', () => {
  const properties = { city: { type: 'string' } } as const;
  const open = { type: 'object', properties, required: ['city'] } as const;
  type Open = InferJsonSchema<typeof open>;
  const data: Open = { city: 'Rome' };
  // @ts-expect-error it is called city
  expect([data.ctiy]).toEqual([undefined]);
  // @ts-expect-error and here as well
  const slip: Open = { city: 'Rome', ctiy: 'Rome' };
  // The misspelt name is valid by the schema, so a value from elsewhere may have it.
  expectAgreement(open, { good: [slip], bad: [] });

  const inviting = { ...open, additionalProperties: true } as const;
  type Inviting = InferJsonSchema<typeof inviting>;
  expectTypeOf<Inviting>().toEqualTypeOf<{ [name: string]: unknown; city: string }>();
  const more: Inviting = { city: 'Rome', zip: 1 };
  expectAgreement(inviting, { good: [more], bad: [] });
});

test('InferJsonSchema allows any properties of a bare object', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ [name: string]: unknown }>();
  const good: Data[] = [{ a: 1, b: 'x' }, {}];
  // @ts-expect-error it is an object
  const bad1: Data = 1;
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema reads the empty schema as anything', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { x: {} },
    required: ['x'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ x: unknown }>();
  const good: Data[] = [{ x: 1 }, { x: 'a' }];
  // @ts-expect-error x is required
  const bad1: Data = {};
  expectAgreement(schema, { good, bad: [bad1] });
});
