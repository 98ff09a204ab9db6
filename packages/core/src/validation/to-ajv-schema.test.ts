import { expect, test } from 'vitest';
import { checkSchema } from '../schema-check/check-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { createValidator, type Validator } from './create-validator.ts';
import { toAjvSchema } from './to-ajv-schema.ts';

function createBoth(schema: JsonSchema): readonly Validator[] {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
  return [createValidator(schema), createRemoteValidator(outcome.vetted)];
}

test.each<readonly [JsonSchema, readonly unknown[], readonly unknown[]]>([
  [{ nullable: true, enum: ['a'] }, ['a'], [null, 'b']],
  [{ nullable: false, type: ['string', 'null'] }, ['a', null], [1]],
  [{ nullable: 'yes', type: 'string' }, ['a'], [null]],
  [{ nullable: true, type: 'string' }, ['a', null], [1]],
  [{ nullable: true, type: 'string', enum: ['a'] }, ['a'], [null]],
  [{ anyOf: [{ nullable: true, enum: ['a'] }, { type: 'null' }] }, ['a', null], ['b']],
  [
    { items: { $ref: '#/$defs/a' }, $defs: { a: { nullable: true, minLength: 2 } } },
    [['ab']],
    [['a']],
  ],
  [{ properties: { nullable: { type: 'string' } } }, [{ nullable: 'a' }], [{ nullable: true }]],
])(
  'validators take nullable of OpenAPI beside a type, and nowhere else: %j',
  (...[schema, good, bad]) => {
    for (const validator of createBoth(schema)) {
      for (const value of good) expect(validator.check(value)).toEqual([]);
      for (const value of bad) expect(validator.check(value)).toHaveLength(1);
    }
  },
);

test('toAjvSchema() copies only what it changes', () => {
  const kept = { type: 'object', properties: { nullable: { type: 'string', nullable: true } } };
  expect(toAjvSchema(kept, '2020-12')).toBe(kept);
  const schema = { properties: { kept, changed: { nullable: true } } };
  const result = toAjvSchema(schema, '2020-12');
  expect(result).toEqual({ properties: { kept, changed: {} } });
  expect(result).toHaveProperty('properties.kept', kept);
  expect(schema.properties.changed).toEqual({ nullable: true });
});

test('checkSchema() warns of nullable, which most validators do not know', () => {
  const properties = { nullable: { type: 'string' }, a: { nullable: true, type: 'string' } };
  expect(checkSchema({ type: 'object', properties })).toEqual([
    {
      severity: 'warning',
      code: 'schema-keyword-unknown',
      pointer: '/properties/a/nullable',
      message:
        'Cannot use the schema as "nullable" must be a keyword that all validators of 2020-12 know, such as "type": ["string", "null"]: current value is "nullable"',
    },
  ]);
  expect(checkSchema({ type: 'object', nullable: true })).toMatchObject([
    { code: 'schema-root-not-object' },
    { code: 'schema-keyword-unknown', pointer: '/nullable' },
  ]);
  expect(checkSchema({ type: 'object', properties: { a: { nullable: true } } })).toMatchObject([
    { severity: 'warning', code: 'schema-keyword-unknown', pointer: '/properties/a/nullable' },
  ]);
});
