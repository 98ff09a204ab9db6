import { expect, test } from 'vitest';
import { DIALECT_URIS, type Dialect } from '../references/dialect.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { judgeSchema } from '../schema/judge-schema.ts';
import { toPublishedSchema } from '../schema/to-published-schema.ts';
import { createValidator } from '../validation/create-validator.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import { vetSchema } from '../vetting/vet-schema.ts';

const DIALECTS: readonly Dialect[] = [
  'draft-04',
  'draft-06',
  'draft-07',
  '2019-09',
  '2020-12',
  'v1',
];

test.each(DIALECTS)('a reference to the meta-schema of %s is followed by everybody', (dialect) => {
  const $schema = DIALECT_URIS[dialect];
  const properties = { form: { $ref: $schema }, name: { type: 'string' } };
  const outcome = toPublishedSchema({ $schema, type: 'object', properties }, 'input');
  if (outcome.kind !== 'published') throw new Error('The schema must be published');
  expect(judgeSchema(outcome.schema).issues).toEqual([]);
  const vetted = vetSchema(outcome.schema);
  if (vetted.kind !== 'vetted') throw new Error(vetted.issues[0]?.message);
  const validator = createRemoteValidator(vetted.vetted);
  const nested = (type: unknown): object => ({ form: { properties: { a: { type } } } });
  expect(validator.isValid(nested('string'))).toBe(true);
  expect(validator.isValid(nested('text'))).toBe(false);
  expect(validator.isValid({ name: 1 })).toBe(false);
});

test.each(DIALECTS)(
  'a validator and a check follow a reference to the meta-schema of %s',
  (dialect) => {
    const $schema = DIALECT_URIS[dialect];
    const schema = { $schema, type: 'object', properties: { form: { $ref: $schema } } };
    expect(checkSchema(schema)).toEqual([]);
    const validator = createValidator(schema);
    expect(validator.check({ form: { type: 'object' } })).toEqual([]);
    expect(validator.check({ form: { type: 'text' } })).toMatchObject([{ pointer: '/form/type' }]);
  },
);

test.each(DIALECTS.slice(1))('a schema of %s may take schemas of draft 07 as values', (dialect) => {
  const properties = { form: { $ref: 'http://json-schema.org/draft-07/schema' } };
  const schema = { $schema: DIALECT_URIS[dialect], type: 'object', properties };
  expect(checkSchema(schema)).toEqual([]);
  const validator = createValidator(schema);
  const forms = [
    { items: [{ type: 'string' }], dependencies: { a: ['b'] } },
    { items: [{ type: 'text' }] },
    { properties: { a: { minLength: -1 } } },
  ];
  expect(forms.map((form) => validator.isValid({ form }))).toEqual([true, false, false]);
});

test('schemas without such a reference are published as they are', () => {
  const $schema = DIALECT_URIS['draft-07'];
  const definitions = { own: { $id: 'https://example.com/own', type: 'string' } };
  for (const $ref of [
    'https://example.com/own',
    'https://example.com/other',
    '#/definitions/own',
  ]) {
    const schema = { $schema, type: 'object', properties: { a: { $ref } }, definitions };
    expect(toPublishedSchema(schema, 'input')).toEqual({ kind: 'published', schema });
  }
});
