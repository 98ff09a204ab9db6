import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import {
  isStandardSchema,
  type InferInput,
  type InferResult,
  type InferWireInput,
  type InferWireOutput,
  type SchemaLike,
} from './schema-like.ts';

const zod = z.object({
  when: z.iso.datetime().transform((text) => new Date(text)),
  n: z.number().default(3),
});
const ark = type({ a: 'string', n: 'number = 3' });
const valibot = toStandardJsonSchema(v.object({ a: v.string(), n: v.optional(v.number(), 3) }));
const raw = {
  type: 'object',
  properties: {
    a: { type: 'string' },
    n: { type: 'number', default: 3 },
    list: { type: 'array', minItems: 1 },
  },
  required: ['a'],
  additionalProperties: false,
} as const;

test('isStandardSchema() tells schemas of libraries from JSON Schema', () => {
  expect([zod, ark, valibot].map(isStandardSchema)).toEqual([true, true, true]);
  expect(isStandardSchema(raw)).toBe(false);
  expect(isStandardSchema({ properties: { '~standard': {} } })).toBe(false);
});

test('isStandardSchema() refuses schemas without JSON Schema', () => {
  expect(isStandardSchema(v.object({ a: v.string() }))).toBe(false);
  const { validate } = zod['~standard'];
  expect(isStandardSchema({ '~standard': { version: 1, vendor: 'x', validate } })).toBe(false);
  expect(isStandardSchema({ '~standard': { validate, jsonSchema: {} } })).toBe(false);
  expect(isStandardSchema({ '~standard': 'x' })).toBe(false);
});

test('isStandardSchema() refuses what is no object', () => {
  expect([null, undefined, 'x', 1, true].map(isStandardSchema)).toEqual(Array(5).fill(false));
});

test('SchemaLike accepts what can be published', () => {
  const accepted: SchemaLike[] = [zod, ark, valibot, raw];
  // @ts-expect-error Valibot needs toStandardJsonSchema
  const rejected: SchemaLike = v.object({ a: v.string() });
  expect(accepted.map(isStandardSchema)).toEqual([true, true, true, false]);
  expect(isStandardSchema(rejected)).toBe(false);
});

test('InferInput and InferWireInput differ by what the library fills in', () => {
  expectTypeOf<InferInput<typeof zod>>().toEqualTypeOf<{ when: Date; n: number }>();
  expectTypeOf<InferWireInput<typeof zod>>().toEqualTypeOf<{
    when: string;
    n?: number | undefined;
  }>();
  expectTypeOf<InferInput<typeof ark>>().toEqualTypeOf<{ a: string; n: number }>();
  expectTypeOf<InferWireInput<typeof ark>>().toEqualTypeOf<{ a: string; n?: number }>();
  expectTypeOf<InferInput<typeof valibot>>().toEqualTypeOf<{ a: string; n: number }>();
  expectTypeOf<InferWireInput<typeof valibot>>().toEqualTypeOf<{
    a: string;
    n?: number | undefined;
  }>();
});

test('InferResult and InferWireOutput differ by what the library transforms', () => {
  expectTypeOf<InferResult<typeof zod>>().toEqualTypeOf<{ when: string; n?: number | undefined }>();
  expectTypeOf<InferWireOutput<typeof zod>>().toEqualTypeOf<{ when: Date; n: number }>();
});

test('InferInput fills no defaults of plain JSON Schema in', () => {
  interface Data {
    a: string;
    n?: number;
    list?: unknown[];
  }
  expectTypeOf<InferInput<typeof raw>>().toEqualTypeOf<Data>();
  expectTypeOf<InferWireInput<typeof raw>>().toEqualTypeOf<Data>();
  expectTypeOf<InferWireOutput<typeof raw>>().toEqualTypeOf<Data>();
  expectTypeOf<InferResult<typeof raw>>().toEqualTypeOf<{
    a: string;
    n?: number | undefined;
    list?: unknown[] | undefined;
  }>();
});
