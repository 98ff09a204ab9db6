import { createExample, createRemoteValidator, createValidator, vetSchema } from '@formwork/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInputFaults, findOutputFaults } from '../testing/find-host-faults.ts';
import { projectInput, type InputProjection } from './project-input.ts';
import { projectSchema } from './project-schema.ts';

function project(schema: object): InputProjection {
  const outcome = projectInput({ ...schema });
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.refusals));
  expect(findInputFaults(outcome.projection.schema)).toEqual([]);
  return outcome.projection;
}

test('keeps an object as it is', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', description: 'A name' }, b: { type: 'integer' } },
    required: ['a'],
    additionalProperties: false,
  };
  expect(project(schema)).toEqual({ schema, wrapper: undefined, rules: '', covers: 'all' });
});

test('writes patterns so that hosts take them', () => {
  const member = { type: 'string', pattern: String.raw`^(?i)a\-b$` };
  expect(project({ type: 'object', properties: { a: member } }).schema).toMatchObject({
    properties: { a: { pattern: '^[aA]-[bB]$' } },
  });
});

test('keeps the labels of choices, and leaves out those that are no texts', () => {
  const size = { type: 'string', enum: ['s', 'l'] };
  const toOutcome = (enumNames: readonly unknown[]): ReturnType<typeof projectInput> =>
    projectInput({ type: 'object', properties: { size: { ...size, enumNames } } });
  expect(toOutcome(['Small', 'Large'])).toMatchObject({
    projection: { schema: { properties: { size: { enumNames: ['Small', 'Large'] } } } },
  });
  expect(toOutcome([{ toString: 1, valueOf: 1 }, 'Large'])).toMatchObject({
    projection: { schema: { properties: { size } } },
  });
});

test('writes references out, beside what they stand beside', () => {
  const { schema } = project({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/order',
    $ref: '#/$defs/order',
    $defs: {
      order: {
        type: 'object',
        properties: {
          to: { $ref: '#place', title: 'Ship to' },
          from: { $ref: '#/$defs/place', required: ['zip'] },
        },
      },
      place: { $anchor: 'place', type: 'object', properties: { zip: { type: 'string' } } },
    },
  });
  const address = { type: 'object', properties: { zip: { type: 'string' } } };
  expect(schema).toEqual({
    type: 'object',
    properties: {
      to: { ...address, title: 'Ship to' },
      from: { allOf: [address, { required: ['zip'] }] },
    },
  });
});

test('cuts recursion with a word about it', () => {
  const { schema, rules } = project({
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  });
  expect(JSON.stringify(schema)).toContain('Again like \\"node\\", which this is a part of.');
  expect(rules).toContain('More rules apply');
});

test('wraps what is no object, and alternatives with arguments of their own', () => {
  expect(project({ type: 'array', items: { type: 'string' } })).toMatchObject({
    wrapper: 'value',
    schema: { properties: { value: { type: 'array' } }, required: ['value'] },
  });
  expect(project({ type: ['object', 'null'] })).toMatchObject({ wrapper: 'value' });
  const branch = (kind: string, name: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type: 'string' } },
    required: ['kind'],
  });
  expect(project({ oneOf: [branch('a', 'x'), branch('b', 'y')] })).toMatchObject({
    wrapper: 'input',
    covers: 'all',
    schema: { properties: { input: { type: 'object', anyOf: [{}, {}] } } },
  });
  expect(project({ type: 'object', properties: { 'a b': {} } })).toMatchObject({
    wrapper: 'input',
  });
});

test('tells alternatives that only need arguments in words', () => {
  const { schema, wrapper, rules } = project({
    type: 'object',
    properties: { phone: { type: 'string' }, email: { type: 'string' } },
    anyOf: [{ required: ['phone'] }, { required: ['email'] }],
    dependentRequired: { phone: ['email'] },
  });
  expect(wrapper).toBeUndefined();
  expect(rules).toBe(
    'Give "phone", or "email". More rules apply; a call that breaks one is refused with the reason.',
  );
  expect(schema).toMatchObject({
    properties: { phone: { description: 'Needs "email" as well.' } },
  });
});

test('leaves open what the text of a property chooses', () => {
  const { schema, rules } = project({
    $schema: 'https://json-schema.org/v1',
    type: 'object',
    properties: { kind: { type: 'string' } },
    propertyDependencies: { kind: { card: { properties: { number: { type: 'string' } } } } },
    unevaluatedProperties: false,
  });
  expect(schema).toEqual({ type: 'object', properties: { kind: { type: 'string' } } });
  expect(rules).not.toBe('');
});

test('leaves out what hosts do not know or act upon', () => {
  const { schema } = project({
    type: 'object',
    properties: {
      token: { type: 'string', 'x-mcp-header': 'Authorization', $comment: 'do not tell' },
      any: true,
      none: false,
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    },
    unevaluatedProperties: false,
  });
  expect(schema).toEqual({
    type: 'object',
    properties: {
      token: { type: 'string' },
      any: {},
      none: { description: 'Must be left out.' },
      pair: {
        type: 'array',
        description: 'Items in this order: string, number.',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        maxItems: 2,
      },
    },
    additionalProperties: false,
  });
});

test('refuses names and values that are not what they look like', () => {
  const hidden = String.fromCodePoint(0xe0041);
  for (const [schema, pointer] of [
    [{ properties: { [`a${hidden}`]: {} } }, `/properties/a${hidden}`],
    [{ properties: { a: { enum: ['x\u202ey'] } } }, '/properties/a/enum'],
    [{ properties: { a: { const: { k: '\u001b[0m' } } } }, '/properties/a/const'],
    [{ properties: { a: { const: 'x'.repeat(1001) } } }, '/properties/a/const'],
    [{ required: ['\u200b'] }, '/required'],
    [JSON.parse('{"properties":{"__proto__":{}}}') as object, '/properties/__proto__'],
  ] as const) {
    expect(projectInput({ type: 'object', ...schema })).toMatchObject({
      kind: 'refused',
      refusals: [{ pointer }],
    });
  }
});

const LEAVES = fc.constantFrom<object>(
  { type: 'string' },
  { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
  { type: 'string', format: 'date' },
  { type: 'integer', minimum: 0, exclusiveMaximum: 10 },
  { type: 'number', multipleOf: 0.5 },
  { type: 'boolean' },
  { type: ['string', 'null'] },
  { type: 'null' },
  { enum: ['a', 1, null, { b: [true] }] },
  { const: 'kind' },
  { $ref: '#/$defs/shared' },
  { $ref: '#' },
  {},
);
const NAMES = fc.constantFrom('a', 'b', 'c', 'kind');
const { schemas } = fc.letrec<{ schemas: object | boolean; objects: object }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    LEAVES,
    fc.boolean(),
    tie('objects'),
    fc.record({ type: fc.constant('array'), items: tie('schemas') }),
    fc.record({
      prefixItems: fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }),
      items: tie('schemas'),
    }),
    fc.record({ contains: tie('schemas'), minContains: fc.constantFrom(0, 1) }),
    fc.record({ anyOf: fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schemas'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ $ref: fc.constant('#/$defs/shared'), minProperties: fc.constant(1) }),
    fc.record({ not: tie('schemas'), type: fc.constant('string') }),
    fc.record({ if: tie('schemas'), then: tie('schemas') }),
  ),
  objects: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(NAMES, tie('schemas'), { maxKeys: 3 }),
      required: fc.uniqueArray(NAMES, { maxLength: 2 }),
      additionalProperties: tie('schemas'),
      unevaluatedProperties: fc.boolean(),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schemas'), { maxKeys: 1 }),
      dependentRequired: fc.constant({ a: ['b'] }),
      anyOf: fc.array(tie('schemas'), { minLength: 1, maxLength: 2 }),
      allOf: fc.array(tie('schemas'), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: [] },
  ),
}));
const documents = fc
  .tuple(schemas, schemas)
  .map(([root, shared]) => ({ ...(typeof root === 'object' ? root : {}), $defs: { shared } }));
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(NAMES, fc.oneof(fc.constantFrom('kind', 'a', 'ab', 1, 4, null), fc.jsonValue())),
);

test('takes whatever the original takes, and holds the rules of hosts', () => {
  let fitting = 0;
  fc.assert(
    fc.property(documents, fc.array(values, { maxLength: 5 }), (document, moreValues) => {
      // A machine that is busy must not make a pattern look slow.
      const vetted = vetSchema(document);
      fc.pre(vetted.kind === 'vetted');
      const original = createRemoteValidator(vetted.vetted);
      const { schema, wrapper, covers } = project(vetted.vetted.schema);
      const input = createValidator(schema);
      const outcome = projectSchema(vetted.vetted.schema, { purpose: 'output' });
      if (outcome.kind === 'refused') throw new Error('refused');
      const { schema: output } = outcome.projection;
      expect(findOutputFaults(output)).toEqual([]);
      // As hosts of either SDK compile it.
      const readers = [
        createValidator(output),
        createValidator({ $schema: 'http://json-schema.org/draft-07/schema#', ...output }),
      ];
      for (const value of [createExample(vetted.vetted.schema, original), ...moreValues]) {
        if (value === undefined || !original.isValid(value)) continue;
        fitting += 1;
        for (const reader of readers) expect(reader.check(value)).toEqual([]);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (covers === 'objects' && !isObject) continue;
        expect(input.check(wrapper === undefined ? value : { [wrapper]: value })).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
  // Else the property would say nothing.
  expect(fitting).toBeGreaterThan(150);
});
