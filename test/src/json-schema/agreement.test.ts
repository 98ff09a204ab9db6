// Random schemas of keywords that all validators read alike: the validators for an agent's own
// schemas and for remote schemas must agree with ajv. For more runs: AGREEMENT_RUNS=10000.
import {
  createRemoteValidator,
  createValidator,
  vetSchema,
  type JsonSchema,
} from '@formwork/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const RUNS = Number(process.env['AGREEMENT_RUNS'] ?? 120);

const names = fc.constantFrom('a', 'b', 'c', 'ac', '~/ %');
const scalars = fc.oneof(
  fc.constantFrom('', 'a', 'ab', '😀', 'abc'),
  fc.integer({ min: -3, max: 5 }),
  fc.constantFrom(0.5, 1.5, 2.25),
  fc.boolean(),
  fc.constant(null),
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const sizes = fc.integer({ min: 0, max: 3 });
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');

const schemas = fc.letrec<{ schema: JsonSchema | boolean }>((tie) => {
  const schema = tie('schema');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, schema, { maxKeys: 3 });
  const keywords = fc.record(
    {
      type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 }),
      const: values,
      minimum: fc.integer({ min: -2, max: 3 }),
      exclusiveMaximum: fc.integer({ min: -2, max: 5 }),
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: sizes,
      maxLength: sizes,
      pattern: fc.constantFrom('^a', 'b$', '.'),
      minItems: sizes,
      maxItems: sizes,
      uniqueItems: fc.boolean(),
      prefixItems: list,
      items: schema,
      contains: schema,
      minContains: sizes,
      minProperties: sizes,
      maxProperties: sizes,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      properties: map,
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'c'), schema, { maxKeys: 2 }),
      additionalProperties: schema,
      propertyNames: schema,
      dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
        maxKeys: 2,
      }),
      dependentSchemas: map,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: schema,
      if: schema,
      then: schema,
      else: schema,
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
    },
    { requiredKeys: [] },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      types.map((type) => ({ type })),
      keywords,
    ),
  };
}).schema;

/**
 * Generates schemas with definitions; references lead to definitions without references, so that
 * there are no loops.
 */
const documents = fc.tuple(schemas, types, types).map(([schema, a, b]) => ({
  ...(typeof schema === 'boolean' ? { allOf: [schema] } : schema),
  $defs: { a: { type: a }, b: { type: [a, b].filter((type, at) => at === 0 || type !== a) } },
}));

test(`${RUNS} random schemas are read as ajv reads them, and every refusal is explained`, () => {
  fc.assert(
    fc.property(documents, fc.array(values, { minLength: 3, maxLength: 6 }), (schema, tried) => {
      const ajv = new Ajv2020({
        strict: false,
        ownProperties: true,
        logger: false,
        meta: false,
        validateSchema: false,
      });
      const theirs = ajv.compile(schema);
      const outcome = vetSchema(schema);
      const doors = [
        createValidator(schema),
        ...(outcome.kind === 'vetted' ? [createRemoteValidator(outcome.vetted)] : []),
      ];
      for (const value of tried) {
        const fits = theirs(value);
        for (const door of doors) {
          expect(door.isValid(value)).toBe(fits);
          const problems = door.check(value);
          expect(problems.length === 0).toBe(fits);
          expect(problems.map(({ keyword }) => keyword)).not.toContain('uncheckable');
        }
      }
    }),
    { numRuns: RUNS, seed: RUNS },
  );
});
