import { compareSchemas, createValidator, type JsonSchema } from '@formwork/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../support/repetitions.ts';

const text = fc.constantFrom('', 'a', 'b', 'ab', 'abc', 'abcd');
const small = fc.integer({ min: -2, max: 6 });

/** Generates small values of the kinds that the schemas below describe. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(text, small, fc.constantFrom(null, true, 0.5, 2.5)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

const scalar = fc.oneof(
  fc.record(
    { type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.nat(4) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      multipleOf: fc.constantFrom(0.5, 1, 2, 3),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.array(fc.oneof(text, small), { minLength: 1, maxLength: 3 }) }),
  fc.record({ const: fc.oneof(text, small) }),
  fc.record({
    type: fc.constantFrom('null', 'boolean', ['string', 'null'], ['integer', 'string']),
  }),
  fc.constantFrom({}, { not: {} }, { not: { type: 'string' } }),
);

const evaluating: fc.Arbitrary<JsonSchema> = fc.constantFrom(
  { additionalProperties: true },
  { items: true },
  { unevaluatedProperties: true },
  { contains: { const: 1 } },
  {},
);

const patterns = fc.dictionary(fc.constantFrom('^a', 'b|c', 'a$'), scalar, { maxKeys: 2 });

/** Generates schemas that let through only what some part of them has evaluated. */
const closed: fc.Arbitrary<JsonSchema> = fc.oneof(
  evaluating.map((part) => ({
    allOf: [part],
    unevaluatedProperties: false,
    unevaluatedItems: false,
  })),
  patterns.map((patternProperties) => ({ patternProperties, additionalProperties: false })),
);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const schemas = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
  return {
    schema: fc.oneof(
      { maxDepth: 2 },
      scalar,
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 }),
          required: names,
          additionalProperties: fc.oneof(fc.constant(false), tie('schema')),
          patternProperties: patterns,
          maxProperties: fc.nat(3),
          minProperties: fc.nat(2),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('array'),
          items: fc.oneof(fc.constant(false), tie('schema')),
          prefixItems: schemas,
          minItems: fc.nat(2),
          maxItems: fc.nat(3),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ anyOf: schemas }),
      fc.record({ oneOf: schemas }),
      fc.record({ allOf: schemas }),
      fc.record(
        { if: tie('schema'), then: tie('schema'), else: tie('schema') },
        { requiredKeys: ['if'] },
      ),
      // These say which members are evaluated, and for whom that counts.
      fc.record(
        {
          type: fc.constantFrom('object', 'array'),
          allOf: fc.array(evaluating, { minLength: 1, maxLength: 2 }),
          properties: fc.constant({ a: true }),
          dependencies: fc.constant({ a: { properties: { b: true } } }),
          contains: scalar,
          unevaluatedProperties: fc.boolean(),
          unevaluatedItems: fc.boolean(),
        },
        { requiredKeys: ['type', 'unevaluatedProperties', 'unevaluatedItems'] },
      ),
      fc.record({
        type: fc.constant('object'),
        dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names),
      }),
    ),
  };
});

/**
 * Generates two schemas: unrelated ones, or one that differs from the other in one keyword or
 * alternative.
 */
const pairs = fc
  .tuple(schema, schema, fc.nat(9), fc.tuple(closed, closed))
  .map(([one, other, way, closedOnes]): readonly [JsonSchema, JsonSchema] => {
    switch (way) {
      case 0:
        return [one, other];
      case 1:
        return [{ anyOf: [one] }, { anyOf: [one, other] }];
      case 2:
        return [{ oneOf: [one, other] }, { oneOf: [one] }];
      case 3:
        return [{ properties: { a: one } }, { properties: { a: other } }];
      case 4:
        return [one, { ...one, ...other }];
      case 5:
        return [other, Object.fromEntries(Object.entries(other).slice(0, -1))];
      case 6:
        return [{ ...one, ...other }, one];
      case 7:
      case 8:
        return closedOnes;
      default:
        return [{ allOf: [one, other] }, one];
    }
  });

const RUNS = repetitions(700);

test('what is called harmless is not refuted by any value that was tried', () => {
  const counts = { harmless: 0, breaking: 0, unknown: 0, shown: 0 };
  fc.assert(
    fc.property(
      pairs,
      fc.array(value, { minLength: 30, maxLength: 30 }),
      ([before, after], values) => {
        const { verdict, changes } = compareSchemas(before, after, { direction: 'input' });
        if (changes.some(({ code }) => code === 'schema-refused')) return;
        const [from, to] = [createValidator(before), createValidator(after)];
        const shown = changes.flatMap(({ counterExample }) =>
          counterExample === undefined ? [] : [counterExample],
        );
        // The library found the counterexample with its other validator; both validators must agree
        // on it.
        for (const one of shown)
          expect([from.isValid(one), to.isValid(one)]).toEqual([true, false]);
        if (shown.length > 0) counts.shown += 1;
        if (verdict === 'breaking' || verdict === 'unknown') {
          counts[verdict] += 1;
          return;
        }
        counts.harmless += 1;
        for (const one of values) expect(!from.isValid(one) || to.isValid(one)).toBe(true);
      },
    ),
    { numRuns: RUNS, seed: 20261121 },
  );
  // The run must reach every verdict often enough to prove something.
  expect(counts.harmless).toBeGreaterThan(RUNS / 14);
  expect(counts.shown).toBeGreaterThan(RUNS / 5);
  expect(counts.unknown).toBeLessThan(counts.breaking);
});
