import { expect, test } from 'vitest';
import { hasSecrets, withoutSecrets } from './without-secrets.ts';

const ACCOUNT = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    password: { type: 'string', format: 'password' },
    keys: { type: 'array', items: { $ref: '#/$defs/key' } },
    next: { $ref: '#' },
  },
  allOf: [{ properties: { pin: { writeOnly: true } } }],
  $defs: { key: { type: 'object', properties: { secret: { writeOnly: true }, name: {} } } },
};

test('secrets are left out, wherever they stand', () => {
  const data = {
    user: 'ada',
    password: 'x',
    pin: '1',
    keys: [{ name: 'k', secret: 's' }],
    next: { user: 'bob', password: 'y' },
    other: 1,
  };
  expect(withoutSecrets(data, ACCOUNT)).toEqual({
    user: 'ada',
    keys: [{ name: 'k' }],
    next: { user: 'bob' },
    other: 1,
  });
  expect(hasSecrets(ACCOUNT)).toBe(true);
});

test('a value that is a secret itself is gone, and in a list its place stays', () => {
  expect(withoutSecrets('x', { format: 'password' })).toBeUndefined();
  expect(withoutSecrets(['x'], { items: { format: 'password' } })).toEqual([null]);
});

test('data without secrets stay as they are', () => {
  const schema = { properties: { a: { enum: ['password'] } } };
  expect(withoutSecrets({ a: 'password', b: [1] }, schema)).toEqual({ a: 'password', b: [1] });
  expect(hasSecrets(schema)).toBe(false);
  expect(withoutSecrets({ a: 1 }, true)).toEqual({ a: 1 });
});

test('schemas within themselves, and references to nowhere, come to an end', () => {
  const loop: Record<string, unknown> = { $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } };
  expect(withoutSecrets({ a: { b: 1 } }, loop)).toEqual({ a: { b: 1 } });
  expect(withoutSecrets({ a: 1 }, { $ref: '#/%E0' })).toEqual({ a: 1 });
  expect(hasSecrets(loop)).toBe(false);
});

test('secrets behind anchors, ids and conditions are left out as well', () => {
  const schema = {
    type: 'object',
    properties: {
      user: { type: 'string' },
      pin: { $ref: '#code' },
      note: { $ref: 'https://x.example/note' },
      lost: { $ref: 'https://x.example/elsewhere' },
    },
    if: { properties: { user: { const: 'ada' } } },
    dependentSchemas: { user: { properties: { extra: { writeOnly: true } } } },
    propertyDependencies: { user: { ada: { properties: { key: { writeOnly: true } } } } },
    unevaluatedProperties: { type: 'string', format: 'password' },
    $defs: {
      code: { $anchor: 'code', type: 'string', format: 'password' },
      note: { $id: 'https://x.example/note', type: 'string' },
    },
  };
  const data = { user: 'ada', pin: '1', note: 'n', lost: '2', extra: '3', key: '5', other: '4' };
  expect(withoutSecrets(data, schema)).toEqual({ user: 'ada', note: 'n' });
});

test('fields that ask for a secret by their words are secrets', () => {
  const text = { type: 'string' };
  const schema = {
    properties: {
      apiKey: text,
      passwords: { type: 'array', items: text },
      code: { $ref: '#/$defs/x' },
    },
    $defs: { x: { type: 'string', description: 'Your PIN' } },
  };
  const data = { apiKey: 'k', passwords: ['a', 'b'], code: '1', user: 'ada' };
  expect(withoutSecrets(data, schema)).toEqual({ passwords: [null, null], user: 'ada' });
  expect(hasSecrets(schema)).toBe(true);
  expect(hasSecrets({ properties: { password: { $ref: '#/$defs/text' } }, $defs: { text } })).toBe(
    true,
  );
  const counts = { properties: { max_tokens: { type: 'integer' }, name: text } };
  expect(hasSecrets(counts)).toBe(false);
});

test('a choice between paying by card and by bank asks for no secret', () => {
  const schema = {
    type: 'object',
    properties: {
      pay: {
        title: 'Payment',
        oneOf: [
          { title: 'Credit card', properties: { kind: { const: 'card' }, holder: {} } },
          { title: 'Bank', properties: { kind: { const: 'bank' }, holder: {} } },
        ],
        examples: [{ title: 'Credit card' }],
      },
      creditCard: { $ref: '#/$defs/holder' },
    },
    $defs: { holder: { type: 'object', properties: { holder: { type: 'string' } } } },
  };
  expect(hasSecrets(schema)).toBe(false);
  const data = { pay: { kind: 'card', holder: 'Ada' }, creditCard: { holder: 'Ada' } };
  expect(withoutSecrets(data, schema)).toEqual(data);
});
