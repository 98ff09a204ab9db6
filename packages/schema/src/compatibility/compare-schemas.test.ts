import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { compareSchemas } from './compare-schemas.ts';

const s = { type: 'string' };
const n = { type: 'number' };
const i = { type: 'integer' };

function closed(properties: JsonSchema, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function tree(value: JsonSchema): JsonSchema {
  return { $ref: '#/$defs/N', $defs: { N: closed({ c: { $ref: '#/$defs/N' }, ...value }) } };
}

function chosen(schemas: JsonSchema): JsonSchema {
  const $schema = 'https://json-schema.org/v1';
  const properties = { kind: s, a: s, b: s };
  return {
    $schema,
    type: 'object',
    properties,
    propertyDependencies: { kind: schemas },
    $defs: { c: { maxProperties: 1 } },
  };
}

/**
 * A test case: its name, the old and the new schema, and whether the change breaks inputs and
 * outputs.
 */
type Case = readonly [string, JsonSchema, JsonSchema, boolean, boolean];

const cases: readonly Case[] = [
  ['identical', closed({ a: s }, ['a']), closed({ a: s }, ['a']), false, false],
  [
    'title and description only',
    closed({ a: s }),
    { ...closed({ a: { ...s, description: 'x' } }), title: 'T' },
    false,
    false,
  ],
  [
    'order of names',
    { type: 'object', required: ['a', 'b'], properties: { a: s, b: s } },
    { properties: { b: s, a: s }, required: ['b', 'a'], type: 'object' },
    false,
    false,
  ],
  ['optional property added', closed({ a: s }), closed({ a: s, b: s }), false, true],
  [
    'required property added',
    closed({ a: s }, ['a']),
    closed({ a: s, b: s }, ['a', 'b']),
    true,
    true,
  ],
  ['optional property removed', closed({ a: s, b: s }), closed({ a: s }), true, false],
  ['required becomes optional', closed({ a: s }, ['a']), closed({ a: s }), false, true],
  ['optional becomes required', closed({ a: s }), closed({ a: s }, ['a']), true, false],
  [
    'enum widened',
    closed({ e: { enum: ['x', 'y'] } }),
    closed({ e: { enum: ['x', 'y', 'z'] } }),
    false,
    true,
  ],
  [
    'enum narrowed',
    closed({ e: { enum: ['x', 'y'] } }),
    closed({ e: { enum: ['x'] } }),
    true,
    false,
  ],
  ['integer becomes number', closed({ a: i }), closed({ a: n }), false, true],
  ['number becomes integer', closed({ a: n }), closed({ a: i }), true, false],
  [
    'minimum raised',
    closed({ a: { ...n, minimum: 0 } }),
    closed({ a: { ...n, minimum: 1 } }),
    true,
    false,
  ],
  [
    'maxLength raised',
    closed({ a: { ...s, maxLength: 5 } }),
    closed({ a: { ...s, maxLength: 9 } }),
    false,
    true,
  ],
  ['open becomes closed', { type: 'object', properties: { a: s } }, closed({ a: s }), true, false],
  ['closed becomes open', closed({ a: s }), { type: 'object', properties: { a: s } }, false, true],
  [
    'in place becomes a reference',
    closed({ a: closed({ x: n }) }),
    { ...closed({ a: { $ref: '#/$defs/A' } }), $defs: { A: closed({ x: n }) } },
    false,
    false,
  ],
  ['null allowed', closed({ a: s }), closed({ a: { type: ['string', 'null'] } }), false, true],
  ['oneOf branch added', { oneOf: [s] }, { oneOf: [s, n] }, false, true],
  [
    'oneOf branches that overlap',
    { oneOf: [{ ...n, minimum: 0 }] },
    {
      oneOf: [
        { ...n, minimum: 0 },
        { ...n, maximum: 10 },
      ],
    },
    true,
    true,
  ],
  ['pattern added', closed({ a: s }), closed({ a: { ...s, pattern: '^x' } }), true, false],
  ['format added', closed({ a: s }), closed({ a: { ...s, format: 'email' } }), true, false],
  [
    'default changed',
    closed({ a: { ...s, default: 'x' } }),
    closed({ a: { ...s, default: 'y' } }),
    false,
    false,
  ],
  [
    'const becomes an enum with it',
    closed({ k: { const: 'a' } }),
    closed({ k: { enum: ['a', 'b'] } }),
    false,
    true,
  ],
  [
    'split into allOf, and opened',
    closed({ a: s, b: n }, ['a', 'b']),
    {
      allOf: [{ type: 'object', properties: { a: s, b: n }, required: ['a'] }, { required: ['b'] }],
    },
    false,
    true,
  ],
  [
    'tuple grown',
    { type: 'array', prefixItems: [s], items: false },
    { type: 'array', prefixItems: [s, n], items: false },
    false,
    true,
  ],
  [
    'minItems added',
    { type: 'array', items: s },
    { type: 'array', items: s, minItems: 1 },
    true,
    false,
  ],
  ['optional property of a recursive schema', tree({}), tree({ v: n }), false, true],
];

test('there are 28 written cases', () => expect(cases).toHaveLength(28));

for (const direction of ['input', 'output'] as const) {
  test.each(cases)(
    `judges as ${direction}: %s`,
    (...[, before, after, breaksInput, breaksOutput]) => {
      const { changes } = compareSchemas(before, after, { direction });
      const isBroken = direction === 'input' ? breaksInput : breaksOutput;
      const kinds = new Set(changes.map(({ kind }) => kind));
      expect({ changes, isBroken: kinds.has('breaking') }).toMatchObject({ isBroken });
      expect(kinds).not.toContain('unknown');
    },
  );

  test.each(cases.filter((one) => one[direction === 'input' ? 3 : 4]))(
    `shows a value, as ${direction}: %s`,
    (_, before, after) => {
      const [from, to] = direction === 'input' ? [before, after] : [after, before];
      const shown = compareSchemas(before, after, { direction }).changes.flatMap((change) =>
        change.counterExample === undefined ? [] : [change.counterExample],
      );
      expect(shown).not.toEqual([]);
      for (const value of shown) {
        expect([accepts(from, value), accepts(to, value)]).toEqual([true, false]);
      }
    },
  );
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  const outcome = vetSchema(schema);
  return outcome.kind === 'vetted' && createRemoteValidator(outcome.vetted).isValid(value);
}

test('what a text chooses is compared, and what cannot be shown of it is not called safe', () => {
  const card = { card: { required: ['a', 'b'] } };
  const cash = { cash: { $ref: '#/$defs/c' } };
  const toKinds = (from: JsonSchema, to: JsonSchema): readonly string[] =>
    compareSchemas(chosen(from), chosen(to), { direction: 'input' }).changes.map(
      ({ kind }) => kind,
    );
  const other = { card: { required: ['b', 'a'] } };
  expect(toKinds({ ...card, ...cash }, { ...cash, ...other })).toEqual(['cosmetic']);
  expect(toKinds({ ...card, cash: { required: ['a'] } }, card)).not.toContain('unknown');
  expect(toKinds({ card: { required: ['a'] } }, card)).toContain('unknown');
  expect(toKinds(card, { ...card, cash: { required: ['a'] } })).toContain('unknown');
});

test.each(['$ref', '$dynamicRef'])('%s evaluates properties of others', (keyword) => {
  const base = { $dynamicAnchor: 'base', properties: { a: s } };
  const referring = {
    type: 'object',
    required: ['a'],
    [keyword]: '#base',
    unevaluatedProperties: false,
    $defs: { base },
  };
  const { changes } = compareSchemas(closed({ a: s }, ['a']), referring, { direction: 'input' });
  expect(changes.map(({ code }) => code)).not.toContain('schema-property');
});
