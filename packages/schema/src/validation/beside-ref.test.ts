import { afterEach, expect, test, vi } from 'vitest';
import { DIALECT_URIS, type Dialect } from '../references/dialect.ts';
import { checkSchema } from '../schema/check-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { createValidator, type Validator } from './create-validator.ts';

const definitions = { s: { type: 'string' } };
const LEGACY: readonly Dialect[] = ['draft-04', 'draft-06', 'draft-07'];
const MODERN: readonly Dialect[] = ['2019-09', '2020-12'];

afterEach(() => {
  vi.restoreAllMocks();
});

function createBoth(schema: JsonSchema): readonly Validator[] {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  return [createValidator(schema), createRemoteValidator(outcome.vetted)];
}

test.each<JsonSchema>([
  { minLength: 5 },
  { type: 'integer' },
  { type: ['integer', 'null'], nullable: true },
  { enum: ['a'], allOf: [{ minLength: 5 }] },
  { properties: { a: { type: 'integer' } }, type: 'object', required: ['a'] },
])('keywords beside $ref mean nothing up to draft 07: %j', (beside) => {
  const warn = vi.spyOn(console, 'warn');
  const of = (dialect: Dialect): readonly Validator[] =>
    createBoth({
      $schema: DIALECT_URIS[dialect],
      type: 'object',
      properties: { a: { $ref: '#/definitions/s', ...beside } },
      definitions,
    });
  for (const validator of LEGACY.flatMap(of)) {
    expect(validator.check({ a: 'x' })).toEqual([]);
    expect(validator.check({ a: 1 })).toHaveLength(1);
  }
  for (const validator of MODERN.flatMap(of)) expect(validator.isValid({ a: 'x' })).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

test.each(LEGACY)('references lead to schemas beside $ref in %s', (dialect) => {
  const schema = {
    $schema: DIALECT_URIS[dialect],
    $ref: '#/definitions/o',
    type: 'array',
    definitions: {
      o: { type: 'object', properties: { a: { $ref: '#/definitions/s' } } },
      ...definitions,
    },
  };
  expect(createValidator(schema).isValid({ a: 'x' })).toBe(true);
  expect(createValidator(schema).isValid({ a: 1 })).toBe(false);
  expect(checkSchema(schema)).toMatchObject([{ code: 'schema-keyword-ignored', pointer: '/type' }]);
});

test.each(LEGACY)('checkSchema() warns of what is ignored beside $ref in %s', (dialect) => {
  const a = { $ref: '#/definitions/s', minLength: 5, format: 'none', title: 'A', 'x-own': 1 };
  const schema = { $schema: DIALECT_URIS[dialect], type: 'object', properties: { a }, definitions };
  const word = (name: string): object => ({
    severity: 'warning',
    code: 'schema-keyword-ignored',
    pointer: `/properties/a/${name}`,
    message: `"${name}" is ignored beside "$ref" in ${dialect}: put the reference into an "allOf"`,
  });
  expect(checkSchema(schema)).toEqual([word('minLength'), word('format')]);
});

test.each(MODERN)('checkSchema() takes keywords beside $ref in %s', (dialect) => {
  const properties = { a: { $ref: '#/definitions/s', minLength: 5 } };
  const schema = { $schema: DIALECT_URIS[dialect], type: 'object', properties, definitions };
  expect(checkSchema(schema)).toEqual([]);
});

test.each(LEGACY)(
  'checkSchema() does not take a type beside $ref for that of the root in %s',
  (dialect) => {
    const schema = {
      $schema: DIALECT_URIS[dialect],
      type: 'object',
      $ref: '#/definitions/s',
      definitions,
    };
    expect(checkSchema(schema)).toMatchObject([
      { code: 'schema-root-not-object' },
      { code: 'schema-keyword-ignored' },
    ]);
  },
);
