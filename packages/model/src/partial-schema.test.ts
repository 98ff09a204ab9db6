import { expect, test } from 'vitest';
import { dropMembers, listSecretNames, toPartialSchema } from './partial-schema.ts';

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

test('members are dropped at any depth', () => {
  const value = { a: 1, list: [{ a: 2, b: 3 }], deep: { deeper: { a: 4 } } };
  expect(dropMembers(value, new Set(['a']))).toEqual({ list: [{ b: 3 }], deep: { deeper: {} } });
});
