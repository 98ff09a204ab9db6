import { expect, test } from 'vitest';
import { generateTypes, type GeneratedTypes } from '../generate/generate-types.ts';
import { LOCAL_LIMITS } from '../limits.ts';
import { fromSchemas } from '../sources/document.ts';

async function generate(
  schemas: Parameters<typeof fromSchemas>[0],
  limits = {},
): Promise<GeneratedTypes> {
  return generateTypes(fromSchemas(schemas), { limits });
}

/** The declarations as one line, without comments. */
async function declare(schemas: Parameters<typeof fromSchemas>[0]): Promise<string> {
  const { code } = await generate(schemas);
  return code
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

const text = { type: 'string' };
const DRAFT_04 = 'http://json-schema.org/draft-04/schema#';

test.each([
  ['everything', {}, 'export type T = unknown;'],
  ['an open object', { type: 'object' }, 'export interface T { [k: string]: unknown; }'],
  [
    'an object without properties',
    { type: 'object', additionalProperties: false },
    'export interface T { [k: string]: never; }',
  ],
  ['alternatives of types', { type: ['string', 'null'] }, 'export type T = string | null;'],
  [
    'values that do not fit their type',
    { type: ['string', 'null'], enum: ['a', 1, null] },
    "export type T = 'a' | null;",
  ],
  ['a list', { type: 'array', items: text }, 'export type T = string[];'],
  ['an empty array', { type: 'array', maxItems: 0 }, 'export type T = [];'],
  [
    'an array of two at least',
    { type: 'array', items: text, minItems: 2 },
    'export type T = string[];',
  ],
  [
    'a tuple whose further items are not evaluated',
    { prefixItems: [text], unevaluatedItems: false, minItems: 1 },
    'export type T = [string];',
  ],
  [
    'names that fit a pattern',
    { patternProperties: { '^.*$': { type: 'number' } } },
    'export interface T { [k: string]: number; }',
  ],
  [
    'required names that are not listed',
    { type: 'object', required: ['a'], additionalProperties: text },
    'export interface T { a: string; [k: string]: string; }',
  ],
  [
    'required names of draft 03',
    { properties: { a: { type: 'string', required: true } }, additionalProperties: false },
    'export interface T { a: string; }',
  ],
  [
    'alternatives that refine a closed object',
    {
      properties: { kind: { enum: ['a', 'b'] }, x: text },
      additionalProperties: false,
      oneOf: [{ properties: { kind: { const: 'a' } }, required: ['kind'] }, { required: ['x'] }],
    },
    "export type T = { kind?: 'a' | 'b'; x?: string; } & ( | { kind: 'a'; } | { x: unknown; } );",
  ],
  [
    'a value that is an object',
    { const: { a: [1, { b: null }] } },
    'export interface T { a: [ 1, { b: null; }, ]; }',
  ],
])('the type of %s', async (_name, schema, expected) => {
  expect(await declare({ T: schema })).toBe(expected);
});

test('what a condition lists may be there although nothing else may', async () => {
  const schema = {
    unevaluatedProperties: false,
    allOf: [{ properties: { a: text } }],
    if: { required: ['a'] },
    then: { properties: { b: text } },
  };
  expect(await declare({ T: schema })).toBe(
    'export interface T { a?: string; [k: string]: unknown; }',
  );
});

test('beside a reference nothing counts up to draft 07, and everything after it', async () => {
  const schema = {
    properties: { a: { $ref: '#/definitions/A', enum: ['x'], description: 'This one.' } },
    definitions: { A: text },
    additionalProperties: false,
  };
  expect(await declare({ T: { $schema: DRAFT_04, ...schema } })).toContain('a?: A;');
  expect(await declare({ T: schema })).toContain("a?: A & 'x';");
  expect((await generate({ T: { $schema: DRAFT_04, ...schema } })).code).toContain('* This one.');
});

test('identifiers of draft 04 are followed, and properties called "id" are none', async () => {
  const schema = {
    $schema: DRAFT_04,
    id: 'https://example.com/root.json',
    properties: { a: { $ref: 'other.json' }, id: { type: 'number' } },
    definitions: { other: { id: 'other.json', type: 'boolean' } },
  };
  expect(await declare({ T: schema })).toContain('a?: Other; id?: number;');
});

test('a dynamic reference is unknown as soon as there is a choice', async () => {
  const node = { $dynamicAnchor: 'node', type: 'object' };
  const list = { type: 'array', items: { $dynamicRef: '#node' } };
  const one = await generate({ T: { ...list, $defs: { node } } });
  expect(one.warnings).toEqual([]);
  expect(one.code).toContain('export type T = Node');
  const two = await generate({ T: { ...list, $defs: { node, other: { $id: 'x', ...node } } } });
  expect(two.warnings).toMatchObject([
    { code: 'reference-dynamic', where: 'T#/items/$dynamicRef' },
  ]);
});

test('a recursive reference is unknown as soon as there is a choice', async () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $recursiveAnchor: true,
    properties: { next: { $recursiveRef: '#' } },
    additionalProperties: false,
  };
  expect(await declare({ T: schema })).toBe('export interface T { next?: T; }');
  const two = await generate({ T: schema, U: { ...schema, $id: 'https://example.com/u' } });
  expect(two.warnings.map(({ code }) => code)).toEqual(['reference-dynamic', 'reference-dynamic']);
});

test('definitions of the same name in several schemas get names of their own', async () => {
  const schema = (type: string): object => ({
    properties: { item: { $ref: '#/$defs/Item' } },
    $defs: { Item: { type } },
    additionalProperties: false,
  });
  expect(await declare({ order: { ...schema('string') }, offer: { ...schema('number') } })).toBe(
    'export interface Order { item?: Item; } export interface Offer { item?: OfferItem; } export type Item = string; export type OfferItem = number;',
  );
});

test('what cannot be followed is unknown, and the warning says where', async () => {
  const { warnings } = await generate({ T: { properties: { 'a/b': { $ref: './x.json' } } } });
  expect(warnings).toEqual([
    {
      code: 'reference-unresolved',
      where: 'T#/properties/a~1b/$ref',
      message: 'Cannot follow "./x.json" as it must lead to a schema of the source: using unknown',
    },
  ]);
});

test.each([
  ['maxCharacters', 100, { description: 'x'.repeat(100) }],
  ['maxDepth', 3, { not: { not: { not: {} } } }],
  ['maxObjects', 3, { examples: [[], [], []] }],
  ['maxSchemas', 3, { allOf: [{}, {}, {}] }],
  ['maxMilliseconds', -1, {}],
])('beyond %s a source is refused', async (limit, value, schema) => {
  await expect(generate({ T: schema }, { [limit]: value })).rejects.toMatchObject({
    code: 'TYPEGEN_LIMIT',
    limit,
  });
  await expect(generate({ T: schema }, LOCAL_LIMITS)).resolves.toBeDefined();
});

test('what goes in a circle, or is no JSON, is refused', async () => {
  const circle: Record<string, unknown> = {};
  circle['not'] = circle;
  await expect(generate({ T: circle })).rejects.toMatchObject({ limit: 'maxDepth' });
  await expect(generate({ T: { default: () => {} } })).rejects.toThrow('has a function');
});
