import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, expectTypeOf, test } from 'vitest';
import { createValidator } from '../validation/create-validator.ts';
import type { InferJsonSchema } from './infer-json-schema.ts';

/**
 * The validators that all tests share, because compiling the meta-schemas takes most of the time.
 */
const [draft07, draft2020] = [
  new Ajv({ strict: false, validateFormats: false }),
  new Ajv2020({ strict: false, validateFormats: false }),
];

/**
 * Checks that a validator accepts the good values and refuses the bad ones, as the inferred types
 * do.
 */
function expectAgreement(
  schema: Readonly<Record<string, unknown>>,
  values: { readonly good: readonly unknown[]; readonly bad: readonly unknown[] },
): void {
  const isOld = String(schema['$schema']).includes('draft-07');
  const validate = (isOld ? draft07 : draft2020).compile(schema);
  expect(values.good.filter((value) => !validate(value))).toEqual([]);
  expect(values.bad.filter((value) => validate(value))).toEqual([]);
}

test('InferJsonSchema infers a tuple of prefixItems', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      t: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
      },
    },
    required: ['t'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ t: [string, number] }>();
  const good: Data[] = [{ t: ['a', 1] }];
  // @ts-expect-error the order counts
  const bad1: Data = { t: [1, 'a'] };
  // @ts-expect-error there are two
  const bad2: Data = { t: ['a'] };
  // @ts-expect-error there are no more
  const bad3: Data = { t: ['a', 1, 2] };
  expectAgreement(schema, { good, bad: [bad1, bad2, bad3] });
});

test('InferJsonSchema lets more items follow prefixItems', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      t: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    },
    required: ['t'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ t: [string?, ...number[]] }>();
  const good: Data[] = [{ t: ['a', 1, 2] }];
  // @ts-expect-error the second is a number
  const bad1: Data = { t: ['a', 'b'] };
  // @ts-expect-error the first is text
  const bad2: Data = { t: [1] };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema infers a tuple of draft 07', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      t: {
        type: 'array',
        items: [{ type: 'string' }, { type: 'number' }],
        additionalItems: false,
        minItems: 2,
      },
    },
    required: ['t'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ t: [string, number] }>();
  const good: Data[] = [{ t: ['a', 1] }];
  // @ts-expect-error the order counts
  const bad1: Data = { t: [1, 'a'] };
  // @ts-expect-error there are no more
  const bad2: Data = { t: ['a', 1, 2] };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema takes lists of unknown length where there must be items', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    required: ['a'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string[] }>();
  // The compiler does not know the length of an array that `map` returns.
  const good: Data[] = [{ a: ['x'] }, { a: ['x', 'y'].map((item) => `${item}!`) }];
  // @ts-expect-error items are text
  const bad1: Data = { a: [1] };
  expectAgreement(schema, { good, bad: [bad1, { a: [] }] });
});

test('InferJsonSchema leaves great lengths out', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 50 } },
    required: ['a'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string[] }>();
  const good: Data[] = [{ a: ['x', 'y', 'z'] }];
  // @ts-expect-error items are text
  const bad1: Data = { a: [1, 2] };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema infers items of several types', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<(string | number)[]>();
  const good: Data[] = [['a', 1], []];
  // @ts-expect-error items are text or numbers
  const bad1: Data = [true];
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema tells small lengths', () => {
  const position = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } as const;
  expectTypeOf<InferJsonSchema<typeof position>>().toEqualTypeOf<[number, number]>();
  expectAgreement(position, { good: [[1, 2]], bad: [[1], [1, 2, 3]] });
  expectTypeOf<InferJsonSchema<{ type: 'array'; items: true; minItems: 12 }>>().toEqualTypeOf<
    unknown[]
  >();
  expectTypeOf<InferJsonSchema<{ type: 'array' }>>().toEqualTypeOf<unknown[]>();
});

test('InferJsonSchema leaves a tuple open for items that schemas beside it evaluate', () => {
  const list = {
    type: 'array',
    prefixItems: [{ type: 'string' }],
    unevaluatedItems: false,
  } as const;
  const second = { prefixItems: [true, { type: 'number' }] } as const;
  const whole = { ...list, allOf: [second] } as const;
  const either = { ...list, if: second } as const;
  const other = { ...list, anyOf: [second, { maxItems: 1 }] } as const;
  const more = { ...list, contains: { type: 'number' } } as const;
  const good1: InferJsonSchema<typeof whole> = ['a', 1];
  const good2: InferJsonSchema<typeof either> = ['a', 1];
  const good3: InferJsonSchema<typeof other> = ['a', 1];
  const good4: InferJsonSchema<typeof more> = ['a', 1, 2];
  // ajv reads some of these otherwise.
  expect(createValidator(whole).isValid(good1)).toBe(true);
  expect(createValidator(either).isValid(good2)).toBe(true);
  expect(createValidator(other).isValid(good3)).toBe(true);
  expect(createValidator(more).isValid(good4)).toBe(true);
});

test('InferJsonSchema closes a tuple without unevaluated items', () => {
  const schema = {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'number' }],
    minItems: 1,
    unevaluatedItems: false,
  } as const;
  expectTypeOf<InferJsonSchema<typeof schema>>().toEqualTypeOf<[string, number?]>();
  expectAgreement(schema, { good: [['a'], ['a', 1]], bad: [[], ['a', 1, 2]] });
});
