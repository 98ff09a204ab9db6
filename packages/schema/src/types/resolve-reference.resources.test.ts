import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, expectTypeOf, test } from 'vitest';
import type { InferJsonSchema } from './infer-json-schema.ts';

/**
 * Checks that a validator accepts the good values and refuses the bad ones, as the inferred types
 * do.
 */
function expectAgreement(
  schema: Readonly<Record<string, unknown>>,
  values: { readonly good: readonly unknown[]; readonly bad: readonly unknown[] },
): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  expect(values.good.filter((value) => !validate(value))).toEqual([]);
  expect(values.bad.filter((value) => validate(value))).toEqual([]);
}

test('InferJsonSchema resolves $dynamicRef', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://e.com/tree',
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { v: { type: 'number' }, kids: { type: 'array', items: { $dynamicRef: '#node' } } },
    required: ['v'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [{ v: 1 }, { v: 1, kids: [{ v: 2 }] }];
  // @ts-expect-error v is a number
  const bad1: Data = { v: '1' };
  // @ts-expect-error kids are nodes
  const bad2: Data = { v: 1, kids: [1] };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema resolves a relative $id', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://e.com/root.json',
    type: 'object',
    properties: { i: { $ref: 'item.json' } },
    required: ['i'],
    additionalProperties: false,
    $defs: {
      I: {
        $id: 'item.json',
        type: 'object',
        properties: { n: { type: 'number' } },
        required: ['n'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ i: { n: number } }>();
  const good: Data[] = [{ i: { n: 1 } }];
  // @ts-expect-error n is a number
  const bad1: Data = { i: { n: '1' } };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema follows recursion', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: '#/$defs/N',
    $defs: {
      N: {
        type: 'object',
        properties: { v: { type: 'number' }, next: { $ref: '#/$defs/N' } },
        required: ['v'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [{ v: 1, next: { v: 2, next: { v: 3 } } }];
  // @ts-expect-error v is a number at every depth
  const bad1: Data = { v: 1, next: { v: '2' } };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema leaves other documents unknown', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { p: { $ref: './ext.json#/$defs/Foo' } },
    required: ['p'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ p: unknown }>();
  const good: Data[] = [{ p: { q: 1 } }];
  expect(good).toHaveLength(1);
});

test('InferJsonSchema reads what stands beside $ref', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      a: {
        $ref: '#/$defs/A',
        description: 'sib',
        properties: { z: { type: 'number' } },
        required: ['z'],
      },
    },
    required: ['a'],
    additionalProperties: false,
    $defs: { A: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] } },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: { x: number; z: number } }>();
  const good: Data[] = [{ a: { x: 1, z: 2 } }];
  // @ts-expect-error z is required
  const bad1: Data = { a: { x: 1 } };
  // @ts-expect-error x is required
  const bad2: Data = { a: { z: 1 } };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema finds definitions in the resource that refers to them', () => {
  const schema = {
    $id: 'https://e.com/root.json',
    type: 'object',
    properties: {
      list: { $ref: 'https://e.com/list.json' },
      item: { $ref: 'list.json#/$defs/Item' },
      other: { $ref: 'https://e.com/root.json#/$defs/Item' },
    },
    additionalProperties: false,
    $defs: {
      Item: { type: 'boolean' },
      List: {
        $id: 'list.json',
        type: 'array',
        items: { $ref: '#/$defs/Item' },
        $defs: { Item: { type: 'string' } },
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ list?: string[]; item?: string; other?: boolean }>();
  expectAgreement(schema, {
    good: [{ list: ['x'], item: 'x', other: true }] satisfies Data[],
    bad: [{ list: [true] }, { item: true }, { other: 'x' }],
  });
});

test('InferJsonSchema follows recursion through lists, maps and unions', () => {
  const schema = {
    $ref: '#/$defs/Json',
    $defs: {
      Json: {
        anyOf: [
          { type: ['null', 'boolean', 'number', 'string'] },
          { type: 'array', items: { $ref: '#/$defs/Json' } },
          { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
        ],
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [null, [1, ['x', { a: [true] }]]];
  // @ts-expect-error JSON has no dates
  const bad: Data = [[new Date(0)]];
  expect(bad).toHaveLength(1);
  expectAgreement(schema, { good, bad: [] });
});

test('InferJsonSchema leaves references that lead nowhere unknown', () => {
  expectTypeOf<InferJsonSchema<{ $ref: '#/$defs/Missing' }>>().toBeUnknown();
  expectTypeOf<InferJsonSchema<{ $ref: '#missing' }>>().toBeUnknown();
  expectTypeOf<InferJsonSchema<{ $ref: 'https://e.com/other.json' }>>().toBeUnknown();
});
