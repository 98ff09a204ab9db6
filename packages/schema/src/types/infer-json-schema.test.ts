import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, expectTypeOf, test } from 'vitest';
import type { InferJsonSchema, InferJsonSchemaResult } from './infer-json-schema.ts';
import type { JsonSchema } from './json.ts';

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

test('InferJsonSchema closes compositions without unevaluated properties', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
    ],
    unevaluatedProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string; b: number }>();
  const good: Data[] = [{ a: 'x', b: 1 }];
  // @ts-expect-error b is required
  const bad1: Data = { a: 'x' };
  // @ts-expect-error b is a number
  const bad2: Data = { a: 'x', b: '1' };
  // @ts-expect-error c is not described
  const bad3: Data = { a: 'x', b: 1, c: 1 };
  expectAgreement(schema, { good, bad: [bad1, bad2, bad3] });
});

test('InferJsonSchema leaves conditions out', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, x: { type: 'number' }, y: { type: 'number' } },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    then: { required: ['x'] },
    else: { required: ['y'] },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{
    kind: 'a' | 'b';
    x?: number;
    y?: number;
  }>();
  const good: Data[] = [
    { kind: 'a', x: 1 },
    { kind: 'b', y: 1 },
  ];
  // @ts-expect-error c is no kind
  const bad1: Data = { kind: 'c' };
  // @ts-expect-error x is a number
  const bad2: Data = { kind: 'a', x: '1' };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema infers a discriminated union', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'c' }, r: { type: 'number' } },
        required: ['kind', 'r'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { kind: { const: 's' }, w: { type: 'number' }, h: { type: 'number' } },
        required: ['kind', 'w', 'h'],
        additionalProperties: false,
      },
    ],
    discriminator: { propertyName: 'kind' },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<
    { kind: 'c'; r: number } | { kind: 's'; w: number; h: number }
  >();
  const good: Data[] = [
    { kind: 'c', r: 1 },
    { kind: 's', w: 1, h: 2 },
  ];
  // @ts-expect-error r belongs to c
  const bad1: Data = { kind: 'c', w: 1, h: 1 };
  // @ts-expect-error x is no kind
  const bad2: Data = { kind: 'x' };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema merges allOf', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    allOf: [
      { $ref: '#/$defs/Base' },
      { type: 'object', properties: { extra: { type: 'number' } }, required: ['extra'] },
    ],
    $defs: { Base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ id: string; extra: number }>();
  const good: Data[] = [{ id: 'x', extra: 1 }];
  // @ts-expect-error extra is required
  const bad1: Data = { id: 'x' };
  // @ts-expect-error id is text
  const bad2: Data = { id: 1, extra: 1 };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema reads what anyOf requires', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    additionalProperties: false,
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string; b?: string } | { a?: string; b: string }>();
  const good: Data[] = [{ a: 'x' }, { b: 'x' }];
  // @ts-expect-error one of them is required
  const bad1: Data = {};
  // @ts-expect-error a is text
  const bad2: Data = { a: 1 };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema shares properties with every branch', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    oneOf: [
      { properties: { a: { type: 'number' } }, required: ['a'] },
      { properties: { b: { type: 'number' } }, required: ['b'] },
    ],
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [
    { id: 'x', a: 1 },
    { id: 'x', b: 1 },
  ];
  // @ts-expect-error a or b is required
  const bad1: Data = { id: 'x' };
  // @ts-expect-error id is required
  const bad2: Data = { a: 1 };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema leaves not out', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { x: { not: { type: 'string' } } },
    required: ['x'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ x: unknown }>();
  const good: Data[] = [{ x: 1 }];
  expectAgreement(schema, { good, bad: [] });
});

test('InferJsonSchema requires properties that another part describes', () => {
  const schema = {
    allOf: [{ $ref: '#/$defs/Base' }],
    required: ['id', 'note'],
    unevaluatedProperties: false,
    $defs: { Base: { type: 'object', properties: { id: { type: 'string' }, note: true } } },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ id: string; note: unknown }>();
  expectAgreement(schema, {
    good: [{ id: 'x', note: null }] satisfies Data[],
    bad: [{ id: 'x' }, { id: 1, note: 1 }, { id: 'x', note: 1, more: 1 }],
  });
});

test('InferJsonSchema keeps null when a branch only narrows the object', () => {
  const schema = {
    type: ['object', 'null'],
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    additionalProperties: false,
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<
    { a: string; b?: string } | { a?: string; b: string } | null
  >();
  expectAgreement(schema, { good: [null, { a: 'x' }] satisfies Data[], bad: [{}, { a: 1 }] });
});

test('InferJsonSchema leaves schemas that are not literal unknown', () => {
  expectTypeOf<InferJsonSchema<JsonSchema>>().toBeUnknown();
  expectTypeOf<InferJsonSchema<{ type: string }>>().toBeUnknown();
  expectTypeOf<InferJsonSchema<true>>().toBeUnknown();
  expectTypeOf<InferJsonSchema<false>>().toBeNever();
  expectTypeOf<
    InferJsonSchema<{
      type: 'object';
      properties: { a: { type: 'string' } };
      required: string[];
      additionalProperties: false;
    }>
  >().toEqualTypeOf<{ a?: string }>();
});

test('InferJsonSchemaResult accepts computed values', () => {
  const schema = {
    type: 'object',
    properties: {
      names: { type: 'array', items: { type: 'string' }, minItems: 1 },
      note: { type: 'string' },
      verdict: { enum: ['win', 'draw'] },
    },
    required: ['names'],
  } as const;
  interface Computed {
    names: string[];
    note: string | undefined;
  }
  type Result = InferJsonSchemaResult<typeof schema>;
  expectTypeOf<Computed>().toExtend<Result>();
  expectTypeOf<Computed>().not.toExtend<InferJsonSchema<typeof schema>>();
  expectTypeOf<{ names: string[]; verdict: string }>().not.toExtend<Result>();
  expectTypeOf<{ note: string }>().not.toExtend<Result>();
  expectTypeOf<Computed>().toExtend<InferJsonSchemaResult<{ type: 'object' }>>();
});

test('InferJsonSchema infers a hundred properties of every depth', () => {
  type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  type Name = `p${Digit}${Digit}`;
  type Leaf = {
    type: 'object';
    properties: { [N in Name]: { type: 'array'; items: { enum: [N, 1] } } };
    required: ['p07'];
    additionalProperties: false;
  };
  type Deep = {
    type: 'object';
    properties: { [N in Name]: { anyOf: [{ $ref: '#/$defs/Leaf' }, { type: 'null' }] } };
    required: ['p99'];
    additionalProperties: false;
    $defs: { Leaf: Leaf };
  };
  type Data = InferJsonSchema<Deep>;
  expectTypeOf<keyof Data>().toEqualTypeOf<Name>();
  expectTypeOf<Data['p99']>().toEqualTypeOf<InferJsonSchema<Leaf> | null>();
  expectTypeOf<NonNullable<Data['p42']>['p07']>().toEqualTypeOf<('p07' | 1)[]>();
  expectTypeOf<NonNullable<Data['p42']>['p08']>().toEqualTypeOf<('p08' | 1)[] | undefined>();
});
