import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { SchemaLike } from '../types/schema-like.ts';
import { type Direction } from './find-unconvertible.ts';
import { toPublishedSchema } from './to-published-schema.ts';

function listFailures(schema: SchemaLike, direction: Direction = 'input'): readonly string[] {
  const published = toPublishedSchema(schema, direction);
  if (published.kind === 'published') return [];
  return published.failures.map(({ pointer, message }) => `${pointer} ${message}`);
}

const why = (vendor: string, words: string): string =>
  `Cannot publish the ${vendor} schema because it must be expressible in JSON Schema: ${vendor} says "${words}"`;

test('toPublishedSchema() names all fields that Zod cannot convert, wherever they are', () => {
  const day = z.date();
  const schema = z.object({
    w: day,
    again: day.optional(),
    r: z.map(z.string(), z.string()),
    s: z.bigint().min(1n),
    list: z.array(z.object({ 'a/b': z.union([z.string(), z.symbol()]) })),
    fine: z.string(),
  });
  expect(listFailures(schema)).toEqual([
    `/properties/w ${why('zod', 'Date cannot be represented in JSON Schema')}`,
    `/properties/again ${why('zod', 'Date cannot be represented in JSON Schema')}`,
    `/properties/r ${why('zod', 'Map cannot be represented in JSON Schema')}`,
    `/properties/s ${why('zod', 'BigInt cannot be represented in JSON Schema')}`,
    `/properties/list/items/properties/a~1b/anyOf/1 ${why('zod', 'Symbols cannot be represented in JSON Schema')}`,
  ]);
});

test('toPublishedSchema() names fields of recursive and of named Zod schemas', () => {
  const node = z.object({
    at: z.date(),
    get next() {
      return node.optional();
    },
    by: z.bigint().meta({ id: 'By' }),
  });
  expect(listFailures(z.object({ node })).map((line) => line.split(' ')[0])).toEqual([
    '/$defs/__schema0/properties/at',
    '/$defs/By',
  ]);
});

test('toPublishedSchema() asks Zod for the direction that it publishes', () => {
  const schema = z.object({ a: z.string().transform((text) => text.length) });
  expect(listFailures(schema)).toEqual([]);
  expect(listFailures(schema, 'output')).toEqual([
    `/properties/a ${why('zod', 'Transforms cannot be represented in JSON Schema')}`,
  ]);
});

test('toPublishedSchema() names all fields that Valibot cannot convert', () => {
  const schema = v.object({
    o: v.object({ a: v.date() }),
    n: v.array(v.bigint()),
    t: v.pipe(
      v.string(),
      v.regex(/a/iu),
      v.check(() => true),
    ),
  });
  expect(listFailures(toStandardJsonSchema(schema))).toEqual([
    `/properties/o/properties/a ${why('valibot', 'The "date" schema cannot be converted to JSON Schema.')}`,
    `/properties/n/items ${why('valibot', 'The "bigint" schema cannot be converted to JSON Schema.')}`,
    `/properties/t ${why('valibot', 'RegExp flags are not supported by JSON Schema. The "check" action cannot be converted to JSON Schema.')}`,
  ]);
});

test('toPublishedSchema() repeats the words of a library that names no field', () => {
  const a = z.string().meta({ id: 'twice' });
  const b = z.number().meta({ id: 'twice' });
  expect(listFailures(z.object({ a, b }))).toEqual([
    expect.stringMatching(/^ Cannot publish the zod schema .*Duplicate schema id/u),
  ]);
  const convert = (): never => {
    throw new Error('out of order');
  };
  const jsonSchema = { input: convert, output: convert };
  const validate = (): { value: string } => ({ value: 'a' });
  const own = { '~standard': { version: 1, vendor: 'own', validate, jsonSchema } } as const;
  expect(listFailures(own)).toEqual([` ${why('own', 'out of order')}`]);
});
