import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import type { SchemaLike } from '../types/schema-like.ts';
import { checkSchema } from './check-schema.ts';
import { createNamedSchema } from './named-schema.ts';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

function toCodes(schema: JsonSchema): readonly string[] {
  return checkSchema(schema).map(({ code, pointer }) => `${code} ${pointer}`);
}

test('checkSchema() has nothing against a good schema', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/order',
    title: 'Order',
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1 },
      address: { $ref: '#address' },
      parent: { $ref: '#' },
      contact: { $ref: 'contact' },
      tree: { $dynamicRef: '#node' },
    },
    required: ['items'],
    additionalProperties: false,
    'x-layout': { columns: 2 },
    $defs: {
      item: { type: 'string', pattern: '^[a-z]+$', format: 'hostname' },
      address: { $anchor: 'address', type: 'object' },
      contact: {
        $id: 'contact',
        type: 'object',
        properties: { name: { $ref: '#/$defs/name' } },
        $defs: { name: { type: 'string' } },
      },
      node: { $dynamicAnchor: 'node', type: 'object' },
    },
  };
  expect(checkSchema(schema)).toEqual([]);
  expectTypeOf(checkSchema(schema)).toEqualTypeOf<readonly SchemaIssue[]>();
});

test('a root with properties alone gets the type of an object, with a warning', () => {
  const schema = { properties: { a: { type: 'string' } }, required: ['a'] };
  expect(toCodes(schema)).toEqual(['schema-type-assumed ']);
  const where = 'input';
  const { named, issues } = createNamedSchema('a', schema, { direction: 'input', where });
  expect(issues.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    'warning: The schema gets "type": "object", because it has "properties" and a message carries an object: write it',
  ]);
  expect(named?.schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    ...schema,
  });
  expect([{ a: 'b' }, 'text', {}].map((value) => named?.validator.isValid(value))).toEqual([
    true,
    false,
    false,
  ]);
  const composed = { properties: {}, allOf: [{ type: 'object' }] };
  expect(toCodes(composed)).toEqual([]);
});

test.each([
  'http://json-schema.org/draft-06/schema#',
  'https://json-schema.org/draft/2020-12/schema',
])(
  'a root of %s whose properties stand behind references and allOf gets the type, too',
  ($schema) => {
    const definitions = { form: { properties: { a: { type: 'string' } } } };
    for (const root of [
      { $ref: '#/definitions/form' },
      { allOf: [{ $ref: '#/definitions/form' }, { required: ['a'] }] },
    ]) {
      const schema = { $schema, ...root, definitions };
      expect(toCodes(schema)).toEqual(['schema-type-assumed ']);
      const { named } = createNamedSchema('a', schema, { direction: 'input', where: 'input' });
      const isValid = [{ a: 'b' }, { a: 1 }, 'text'].map((value) =>
        named?.validator.isValid(value),
      );
      expect(isValid).toEqual([true, false, false]);
    }
    // What it refers to may take anything on purpose.
    for (const form of [{}, { type: 'string' }, { properties: {}, enum: [1] }]) {
      const schema = { $schema, $ref: '#/definitions/form', definitions: { form } };
      expect(toCodes(schema)).toEqual(['schema-root-not-object ']);
    }
  },
);

test('a schema whose $schema names no version is read and published as one of 2020-12', () => {
  const schema = { $schema: 'https://json-schema.org/schema', type: 'object' };
  expect(checkSchema(schema)).toEqual([]);
  const { named } = createNamedSchema('a', schema, { direction: 'input', where: 'input' });
  expect(JSON.stringify(named?.schema)).toBe(
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}',
  );
});

test('an empty list of required names is only a warning in draft 04', () => {
  const $schema = 'http://json-schema.org/draft-04/schema#';
  const schema = { $schema, type: 'object', required: [], dependencies: { a: [] } };
  expect(toCodes(schema)).toEqual(['schema-required-empty /required']);
  expect(toCodes({ ...schema, required: [1] })).toEqual(['schema-invalid /required/0']);
});

test('required: true of a property is told where its name is to stand', () => {
  const [issue] = checkSchema({ type: 'object', properties: { a: { required: true } } });
  expect(issue?.message).toMatch(
    /boolean true \(list the name in the "required" of the object around it\)$/u,
  );
});

test('a schema that takes no object is told how it becomes a member of one', () => {
  const tell = (like: SchemaLike): readonly string[] =>
    createNamedSchema('a', like, { direction: 'input', where: 'input' }).issues.map(({ message }) =>
      message.replace(/^.*current value is /u, ''),
    );
  expect(tell({ type: 'string' })).toEqual([
    '"type": "string", so write a: { type: "object", properties: { a: … } }',
  ]);
  expect(tell({ type: 'object', nullable: true })[0]).toBe(
    '"type": "object", "nullable": true, so take null out',
  );
  expect(tell({ type: ['object', 'null'] })).toEqual([
    '"type": ["object","null"], so take null out',
  ]);
  expect(tell({ default: { type: 'object' } })).toEqual([
    'no "type", so write the default export of the module instead of the module',
  ]);
  expect(tell(z.string())).toEqual(['"type": "string", so write a: z.object({ a: … })']);
  expect(tell(undefined as never)).toEqual([
    'nothing, so look whether the module exports it by this name',
  ]);
});

test('checkSchema() puts a prefix before pointers', () => {
  const issues = checkSchema({ type: 'object', lenght: 1 }, { pointerPrefix: '/schemas/fight' });
  expect(issues.map(({ pointer }) => pointer)).toEqual(['/schemas/fight/lenght']);
});

test('checkSchema() reports errors before warnings, and all of them', () => {
  expect(
    toCodes({
      type: 'object',
      surprise: true,
      properties: { a: { $ref: '#/$defs/b' }, b: { minLength: -1 }, c: { pattern: '(' } },
    }),
  ).toEqual([
    'schema-invalid /properties/b/minLength',
    'schema-reference-unresolved /properties/a/$ref',
    'schema-pattern-invalid /properties/c/pattern',
    'schema-keyword-unknown /surprise',
  ]);
});

test('checkSchema() reports a schema that is no JSON', () => {
  const cyclic: Record<string, unknown> = { type: 'object' };
  cyclic['properties'] = { self: cyclic };
  expect(toCodes(cyclic)).toEqual(['schema-not-json ']);
});

test.each([
  [
    'draft-04',
    'http://json-schema.org/draft-04/schema#',
    { exclusiveMinimum: 3 },
    'boolean',
    'integer 3',
  ],
  [
    'draft-06',
    'http://json-schema.org/draft-06/schema#',
    { exclusiveMinimum: true },
    'number',
    'boolean true',
  ],
  ['draft-07', DRAFT_07, { required: 'a' }, 'array', 'string "a"'],
  [
    '2019-09',
    'https://json-schema.org/draft/2019-09/schema',
    { minContains: -1 },
    'at least 0',
    'integer -1',
  ],
  [
    '2020-12',
    'https://json-schema.org/draft/2020-12/schema',
    { items: [true] },
    'object or boolean',
    'array [true]',
  ],
])('checkSchema() applies the meta-schema of %s', (...[, $schema, keywords, expected, current]) => {
  const [keyword = ''] = Object.keys(keywords);
  const issues = checkSchema({ $schema, type: 'object', properties: { a: keywords } });
  expect(issues.filter(({ code }) => code === 'schema-invalid')).toContainEqual({
    severity: 'error',
    code: 'schema-invalid',
    pointer: `/properties/a/${keyword}`,
    message: `Cannot use the schema because "${keyword}" must be ${expected}: current value is ${current}`,
  });
});

test('checkSchema() refuses asynchronous schemas', () => {
  expect(toCodes({ $async: true, type: 'object' })).toContain('schema-invalid /$async');
});

test('checkSchema() reports every unresolved reference, of every kind', () => {
  expect(
    toCodes({
      type: 'object',
      properties: { a: { $dynamicRef: '#x' }, b: { items: { $ref: '#/$defs/y' } } },
    }),
  ).toEqual([
    'schema-reference-unresolved /properties/a/$dynamicRef',
    'schema-reference-unresolved /properties/b/items/$ref',
  ]);
});

test('checkSchema() resolves references to places that no keyword leads to, and looks there', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/x-parts/a' } } };
  expect(toCodes({ ...schema, 'x-parts': { a: { type: 'string' } } })).toEqual([]);
  expect(toCodes({ ...schema, 'x-parts': { a: { $ref: '#/x-parts/b' } } })).toEqual([
    'schema-reference-unresolved /x-parts/a/$ref',
  ]);
});

test('checkSchema() knows the anchors and identifiers of older drafts', () => {
  const id = 'http://example.com/root.json';
  const rest = {
    type: 'object',
    properties: { a: { $ref: '#a' }, b: { $ref: 'b.json' }, c: { $ref: `${id}#/definitions/a` } },
  };
  const named = (key: string): JsonSchema => ({
    [key]: id,
    ...rest,
    definitions: { a: { [key]: '#a', type: 'string' }, b: { [key]: 'b.json', type: 'string' } },
  });
  expect(toCodes({ $schema: DRAFT_07, ...named('$id') })).toEqual([]);
  expect(toCodes({ $schema: 'http://json-schema.org/draft-04/schema#', ...named('id') })).toEqual(
    [],
  );
});

test.each([
  ['#', { type: 'object', $ref: '#' }, '/$ref'],
  [
    'a circle of three',
    {
      type: 'object',
      $defs: {
        a: { $ref: '#/$defs/b' },
        b: { allOf: [{ $ref: '#/$defs/c' }] },
        c: { not: { $ref: '#/$defs/a' } },
      },
    },
    '/$defs/c/not/$ref',
  ],
])('checkSchema() reports references that lead back: %s', (_, schema, pointer) => {
  expect(toCodes(schema)).toEqual([`schema-reference-cycle ${pointer}`]);
});

test('checkSchema() lets recursion pass that enters the value', () => {
  const properties = { next: { anyOf: [{ $ref: '#' }, { type: 'null' }] } };
  expect(toCodes({ type: 'object', properties })).toEqual([]);
});

test.each<JsonSchema>([
  { type: ['object'] },
  { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
  { allOf: [{ required: ['a'] }, { type: 'object' }] },
  { oneOf: [{ type: 'object' }, { $ref: '#/$defs/a' }], $defs: { a: { type: 'object' } } },
  { anyOf: [{ type: 'object' }, { const: { a: 1 } }] },
  { enum: [{ a: 1 }, {}] },
])('checkSchema() takes a root that takes only objects: %j', (schema) => {
  expect(checkSchema(schema)).toEqual([]);
});

test.each<JsonSchema>([
  {},
  { required: ['a'] },
  { properties: { a: { type: 'string' } }, enum: [1, { a: 'b' }] },
  { type: 'array' },
  { type: ['object', 'null'] },
  { anyOf: [{ type: 'object' }, { type: 'string' }] },
  { oneOf: [{ type: 'object' }, true] },
  { allOf: [{ required: ['a'] }] },
  { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
])('checkSchema() reports a root that takes more than objects: %j', (schema) => {
  expect(toCodes(schema)).toEqual(['schema-root-not-object ']);
});

test('checkSchema() warns of patterns that run out of time here, also of names', () => {
  const schema = {
    type: 'object',
    properties: {
      short: { pattern: '^(x+)\\1$', maxLength: 200 },
      linear: { pattern: '^(a+)+$' },
      names: { propertyNames: { maxLength: 100 }, patternProperties: { 'x[xy]{300}z': true } },
    },
    patternProperties: { '^(x+)\\1y$': { pattern: 'x[xy]{300}z' } },
  };
  expect(
    checkSchema(schema).map(({ severity, code, pointer }) => [severity, code, pointer]),
  ).toEqual([
    ['warning', 'schema-pattern-unsafe', '/patternProperties/^(x+)\\1y$'],
    ['warning', 'schema-pattern-unsafe', '/patternProperties/^(x+)\\1y$/pattern'],
  ]);
});

test('checkSchema() reports integers that are not exact', () => {
  const big = 2 ** 53;
  const safe = Number.MAX_SAFE_INTEGER;
  expect(
    toCodes({
      type: 'object',
      properties: {
        a: { const: { deep: [1, big] } },
        b: { enum: [big, safe, 0.5] },
        c: { minimum: -big, maximum: big, default: big },
        d: { exclusiveMinimum: -big, exclusiveMaximum: big, multipleOf: big },
        e: { minimum: -safe, maximum: safe, examples: [big] },
      },
    }),
  ).toEqual([
    'schema-integer-unsafe /properties/a/const/deep/1',
    'schema-integer-unsafe /properties/b/enum/0',
    'schema-integer-unsafe /properties/c/default',
    'schema-integer-unsafe /properties/c/minimum',
    'schema-integer-unsafe /properties/c/maximum',
    'schema-integer-unsafe /properties/d/exclusiveMinimum',
    'schema-integer-unsafe /properties/d/exclusiveMaximum',
    'schema-integer-unsafe /properties/d/multipleOf',
  ]);
});

test.each(['Length', 'Items', 'Properties', 'Contains'])(
  'checkSchema() reports bounds of %s that are not exact',
  (what) => {
    const at = (min: number, max: number): JsonSchema => ({
      type: 'object',
      properties: { a: { [`min${what}`]: min, [`max${what}`]: max } },
    });
    expect(toCodes(at(1e20, 2 ** 53))).toEqual([
      `schema-integer-unsafe /properties/a/min${what}`,
      `schema-integer-unsafe /properties/a/max${what}`,
    ]);
    expect(toCodes(at(1, Number.MAX_SAFE_INTEGER))).toEqual([]);
  },
);

test('checkSchema() points at names of schemas that are no whole text', () => {
  const half = String.fromCharCode(0xd800);
  const inner = { $ref: `#/$defs/x`, properties: { [half]: { properties: { b: true } } } };
  const schema = { type: 'object', properties: { '😀': inner }, $defs: { x: true, [half]: true } };
  expect(checkSchema(schema)).toEqual([
    {
      severity: 'error',
      code: 'schema-not-json',
      pointer: `/properties/😀/properties/${half}`,
      message:
        'Cannot use the schema because "\\ud800" must be named by text without half a surrogate pair: current value is "\\ud800"',
    },
    expect.objectContaining({ code: 'schema-not-json', pointer: `/$defs/${half}` }),
  ]);
});

test('checkSchema() warns of keywords of another dialect', () => {
  const schema = { $schema: DRAFT_07, type: 'object', properties: { a: { prefixItems: [true] } } };
  expect(toCodes(schema)).toEqual(['schema-keyword-unknown /properties/a/prefixItems']);
});
