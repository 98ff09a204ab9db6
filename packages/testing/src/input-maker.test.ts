import { createNamedSchema, type JsonSchema, type NamedSchema } from '@formwork/schema';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInputArbitrary, listInputs } from './input-maker.ts';

function toNamed(schema: JsonSchema): NamedSchema {
  const { named, issues } = createNamedSchema('hard', schema, {
    direction: 'input',
    where: 'a test',
  });
  if (named === undefined) throw new Error(JSON.stringify(issues));
  return named;
}

function createInputs(schema: JsonSchema): fc.Arbitrary<unknown> {
  const named = toNamed(schema);
  const [first, ...others] = listInputs(named, []);
  if (first === undefined) throw new Error('An example must be found.');
  return createInputArbitrary(named, [first, ...others]);
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 3, maximum: 5 };

const HARD: Readonly<Record<string, JsonSchema>> = {
  'a condition': {
    properties: { kind: { enum: ['a', 'b'] }, count },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    then: { required: ['count'] },
  },
  'items that must all differ': {
    properties: {
      days: { type: 'array', items: { enum: [1, 2, 3, 4, 5, 6] }, minItems: 6, uniqueItems: true },
      note: text,
    },
    required: ['days'],
  },
  'a tuple': {
    properties: {
      pair: { type: 'array', prefixItems: [text, count], items: false, minItems: 2 },
    },
    required: ['pair'],
  },
  'alternatives with a member that names them': {
    oneOf: [
      { properties: { kind: { const: 'cash' }, cents: count }, required: ['kind', 'cents'] },
      { properties: { kind: { const: 'card' }, number: text }, required: ['kind', 'number'] },
    ],
  },
  'patterns and formats': {
    properties: {
      code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
      at: { type: 'string', format: 'date-time' },
      note: text,
    },
    required: ['code', 'at', 'note'],
  },
  'members that objects inherit': {
    properties: { ['__proto__']: text, constructor: text },
    required: ['__proto__'],
  },
  'a tree': {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['name', 'children'],
      },
    },
  },
};

test.each(Object.entries(HARD))('inputs fit and differ: %s', (_name, schema) => {
  const { validator } = toNamed({ type: 'object', ...schema });
  const inputs = fc.sample(createInputs({ type: 'object', ...schema }), { numRuns: 100, seed: 1 });
  expect(inputs.filter((input) => !validator.isValid(input))).toEqual([]);
  expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBeGreaterThan(4);
});

test('a text becomes smaller by its own characters, a number within its bounds', async () => {
  const inputs = createInputs({
    type: 'object',
    properties: { word: text, count: { type: 'number', minimum: 3 } },
    required: ['word', 'count'],
  });
  const fails = fc.property(inputs, (input) => !JSON.stringify(input).includes('İ'));
  const { counterexample } = fc.check(fails, { numRuns: 1_000, seed: 1 });
  expect(counterexample).toEqual([{ word: 'İ', count: 3 }]);
});
