import { expect, test } from 'vitest';
import { isSensitive } from './is-sensitive.ts';

const text = { type: 'string' };

test.each([
  ['code', { ...text, format: 'password' }],
  ['code', { ...text, writeOnly: true }],
  ['apiKey', text],
  ['accessToken', text],
  ['card_number', text],
  ['x', { ...text, title: 'Your PIN' }],
  ['x', { ...text, description: 'The IBAN of your account' }],
  ['x', { ...text, title: 'Contraseña' }],
  ['pw', text],
  ['cvv', { type: 'integer' }],
])('a field that asks for a secret is found: %s %j', (name, schema) => {
  expect(isSensitive(schema, name)).toBe(true);
});

test.each([
  ['name', text],
  ['pineapple', text],
  ['tokenCount', { type: 'integer' }],
  ['max_tokens', { type: 'integer' }],
  ['spinning', { ...text, title: 'Spinning wheel' }],
  ['token', { enum: ['a', 'b'] }],
  ['card', { type: 'boolean' }],
])('others are not: %s %j', (name, schema) => {
  expect(isSensitive(schema, name)).toBe(false);
});
