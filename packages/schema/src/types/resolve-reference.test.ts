import { Ajv } from 'ajv';
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
  const ajv = String(schema['$schema']).includes('draft-07')
    ? new Ajv({ strict: false, ignoreKeywordsWithRef: true })
    : new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  expect(values.good.filter((value) => !validate(value))).toEqual([]);
  expect(values.bad.filter((value) => validate(value))).toEqual([]);
}

test('InferJsonSchema resolves $defs', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { p: { $ref: '#/$defs/P' }, q: { $ref: '#/$defs/P' } },
    required: ['p'],
    additionalProperties: false,
    $defs: {
      P: {
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ p: { x: number }; q?: { x: number } }>();
  const good: Data[] = [{ p: { x: 1 } }, { p: { x: 1 }, q: { x: 2 } }];
  // @ts-expect-error x is a number
  const bad1: Data = { p: { x: '1' } };
  // @ts-expect-error x is required
  const bad2: Data = { p: {} };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema resolves $anchor', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { p: { $ref: '#pt' } },
    required: ['p'],
    additionalProperties: false,
    $defs: {
      P: {
        $anchor: 'pt',
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ p: { x: number } }>();
  const good: Data[] = [{ p: { x: 1 } }];
  // @ts-expect-error x is a number
  const bad1: Data = { p: { x: '1' } };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema ignores titles', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'class',
    type: 'object',
    properties: {
      o: {
        title: 'Object',
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
      s: {
        title: 'string',
        type: 'object',
        properties: { y: { type: 'number' } },
        required: ['y'],
        additionalProperties: false,
      },
      r: {
        title: 'Record',
        type: 'object',
        properties: { z: { type: 'number' } },
        required: ['z'],
        additionalProperties: false,
      },
      d: {
        title: '123 abc',
        type: 'object',
        properties: { w: { type: 'number' } },
        required: ['w'],
        additionalProperties: false,
      },
    },
    required: ['o', 's', 'r', 'd'],
    additionalProperties: false,
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{
    o: { x: number };
    s: { y: number };
    r: { z: number };
    d: { w: number };
  }>();
  const good: Data[] = [{ o: { x: 1 }, s: { y: 1 }, r: { z: 1 }, d: { w: 1 } }];
  // @ts-expect-error x is a number
  const bad1: Data = { o: { x: '1' }, s: { y: 1 }, r: { z: 1 }, d: { w: 1 } };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema tells similar names apart', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/foo-bar' },
      b: { $ref: '#/$defs/fooBar' },
      c: { $ref: '#/$defs/foo_bar' },
    },
    required: ['a', 'b', 'c'],
    additionalProperties: false,
    $defs: {
      'foo-bar': {
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
      fooBar: {
        type: 'object',
        properties: { x: { type: 'string' } },
        required: ['x'],
        additionalProperties: false,
      },
      foo_bar: {
        type: 'object',
        properties: { x: { type: 'boolean' } },
        required: ['x'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: { x: number }; b: { x: string }; c: { x: boolean } }>();
  const good: Data[] = [{ a: { x: 1 }, b: { x: 's' }, c: { x: true } }];
  // @ts-expect-error a.x is a number
  const bad1: Data = { a: { x: 's' }, b: { x: 's' }, c: { x: true } };
  // @ts-expect-error b.x is text
  const bad2: Data = { a: { x: 1 }, b: { x: 1 }, c: { x: true } };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema decodes pointers', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/a%20b~1c' },
      b: { $ref: '#/properties/c' },
      c: { type: 'object', properties: { q: { type: 'number' } }, required: ['q'] },
    },
    required: ['a', 'b', 'c'],
    additionalProperties: false,
    $defs: {
      'a b/c': {
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  const good: Data[] = [{ a: { x: 1 }, b: { q: 1 }, c: { q: 1 } }];
  // @ts-expect-error a.x is a number
  const bad1: Data = { a: { x: '1' }, b: { q: 1 }, c: { q: 1 } };
  // @ts-expect-error b.q is a number
  const bad2: Data = { a: { x: 1 }, b: { q: '1' }, c: { q: 1 } };
  expectAgreement(schema, { good, bad: [bad1, bad2] });
});

test('InferJsonSchema resolves definitions', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { p: { $ref: '#/definitions/P' } },
    required: ['p'],
    additionalProperties: false,
    definitions: {
      P: {
        type: 'object',
        properties: { x: { type: 'number' } },
        required: ['x'],
        additionalProperties: false,
      },
    },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ p: { x: number } }>();
  const good: Data[] = [{ p: { x: 1 } }];
  // @ts-expect-error x is a number
  const bad1: Data = { p: { x: '1' } };
  expectAgreement(schema, { good, bad: [bad1] });
});

test('InferJsonSchema ignores what stands beside $ref until draft 07', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { $ref: '#/definitions/Name', enum: ['y'] }, b: { $ref: '#flag' } },
    required: ['a', 'b'],
    additionalProperties: false,
    definitions: { Name: { type: 'string' }, Flag: { $id: '#flag', type: 'boolean' } },
  } as const;
  type Data = InferJsonSchema<typeof schema>;
  expectTypeOf<Data>().toEqualTypeOf<{ a: string; b: boolean }>();
  expectAgreement(schema, {
    good: [{ a: 'x', b: true }] satisfies Data[],
    bad: [{ a: 1, b: true }],
  });
});
