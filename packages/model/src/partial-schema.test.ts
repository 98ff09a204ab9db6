import { expect, test } from 'vitest';
import { dropSecrets, listSecretNames, toPartialSchema } from './partial-schema.ts';

const schema = {
  type: 'object',
  properties: {
    user: { type: 'string', default: 'root', examples: ['root'] },
    entry: { $ref: '#/$defs/hidden' },
    login: {
      type: 'object',
      properties: { phrase: { type: 'string', writeOnly: true }, realm: { type: 'string' } },
      required: ['phrase'],
    },
    words: { type: 'array', items: { type: 'string', writeOnly: true } },
    required: { type: 'boolean' },
  },
  required: ['user'],
  anyOf: [{ required: ['entry'] }, { required: ['login'] }],
  $defs: { hidden: { type: 'string', format: 'password' } },
} as const;

test('fields with secrets are found at any depth, behind references and in lists', () => {
  expect([...listSecretNames(schema)].toSorted()).toEqual(['entry', 'phrase', 'words']);
});

test('the schema for a model has no secrets, no samples, and nothing that must be there', () => {
  expect(toPartialSchema(schema, listSecretNames(schema))).toEqual({
    type: 'object',
    properties: {
      user: { type: 'string' },
      login: { type: 'object', properties: { realm: { type: 'string' } } },
      required: { type: 'boolean' },
    },
    $defs: { hidden: { type: 'string', format: 'password' } },
  });
});

test('secrets are dropped at any depth', () => {
  const words = { user: 'ada', words: ['open'], login: { phrase: 'sesame', realm: 'caves' } };
  expect(dropSecrets([words], { type: 'array', items: schema })).toEqual([
    { user: 'ada', login: { realm: 'caves' } },
  ]);
});

test('members of any name may be secrets', () => {
  const open = {
    type: 'object',
    properties: { user: { type: 'string' } },
    additionalProperties: { type: 'string', writeOnly: true },
  } as const;
  expect(toPartialSchema(open, listSecretNames(open))).toEqual({
    type: 'object',
    properties: { user: { type: 'string' } },
    additionalProperties: false,
  });
  expect(dropSecrets({ user: 'ada', other: 'sesame' }, open)).toEqual({ user: 'ada' });
});

test('patterns of names may stand for secrets', () => {
  const patterns = {
    type: 'object',
    patternProperties: { '^pin': { $ref: '#/$defs/pin' }, '^note': { type: 'string' } },
    $defs: { pin: { type: 'integer', writeOnly: true } },
  } as const;
  expect(toPartialSchema(patterns, listSecretNames(patterns))).toMatchObject({
    patternProperties: { '^note': { type: 'string' } },
  });
  expect(dropSecrets({ pin1: 1234 }, patterns)).toEqual({});
});
