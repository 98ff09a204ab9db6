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

test('InferJsonSchema keeps constants', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { k: { const: 'v' }, n: { const: 3 }, z: { const: null }, o: { const: { a: 1 } } },
    required: ['k', 'n', 'z', 'o'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ k: 'v'; n: 3; z: null; o: { a: 1 } }>();
  const good: Data[] = [{ k: 'v', n: 3, z: null, o: { a: 1 } }];
  // @ts-expect-error k is v
  const bad1: Data = { k: 'w', n: 3, z: null, o: { a: 1 } };
  // @ts-expect-error n is 3
  const bad2: Data = { k: 'v', n: 4, z: null, o: { a: 1 } };
  // @ts-expect-error z is null
  const bad3: Data = { k: 'v', n: 3, z: 0, o: { a: 1 } };
  // @ts-expect-error o.a is 1
  const bad4: Data = { k: 'v', n: 3, z: null, o: { a: 2 } };
  expectAgreement(schema, { good, bad: [bad1, bad2, bad3, bad4] });
});

test('InferJsonSchema keeps the values of an enum', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { e: { enum: ['a', 1, null, true] } },
    required: ['e'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ e: 'a' | 1 | null | true }>();
  const good: Data[] = [{ e: 'a' }, { e: 1 }, { e: null }, { e: true }];
  // @ts-expect-error b is no value
  const bad1: Data = { e: 'b' };
  // @ts-expect-error false is no value
  const bad2: Data = { e: false };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema keeps null in an enum', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { e: { type: ['string', 'null'], enum: ['x', null] } },
    required: ['e'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ e: 'x' | null }>();
  const good: Data[] = [{ e: null }, { e: 'x' }];
  // @ts-expect-error y is no value
  const bad1: Data = { e: 'y' };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema reads nullable', () => {
  const schema = {
    type: 'object',
    properties: { s: { type: 'string', nullable: true } },
    required: ['s'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ s: string | null }>();
  const good: Data[] = [{ s: null }, { s: 'x' }];
  // @ts-expect-error s is text or null
  const bad1: Data = { s: 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema reads a list of types', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { s: { type: ['string', 'null'] } },
    required: ['s'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ s: string | null }>();
  const good: Data[] = [{ s: null }, { s: 'x' }];
  // @ts-expect-error s is text or null
  const bad1: Data = { s: 1 };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema ignores formats', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      i: { type: 'integer', format: 'int64', minimum: 0 },
      d: { type: 'string', format: 'date-time' },
      u: { type: 'string', format: 'uuid' },
    },
    required: ['i', 'd', 'u'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ i: number; d: string; u: string }>();
  const good: Data[] = [{ i: 1, d: '2020-01-01T00:00:00Z', u: 'x' }];
  // @ts-expect-error i is a number
  const bad1: Data = { i: '1', d: '', u: '' };
  expectAgreement(schema, { good, bad: [bad1] });
});
