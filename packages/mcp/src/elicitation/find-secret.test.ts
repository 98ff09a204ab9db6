import { expect, test } from 'vitest';
import { asksForSecret, findSecretField } from './find-secret.ts';

const of = (name: string, rest: object = { type: 'string' }) => ({
  type: 'object',
  properties: { outer: { type: 'object', properties: { [name]: rest } } },
});

test.each([
  ['password', {}],
  ['userPassword', {}],
  ['api_key', {}],
  ['APIKey', {}],
  ['access-token', {}],
  ['cardNumber', {}],
  ['cvv', {}],
  ['x', { title: 'Credit card' }],
  ['x', { format: 'password' }],
  ['x', { writeOnly: true }],
  ['x', { type: 'array', items: { type: 'object', properties: { pin: {} } } }],
  ['x', { oneOf: [{ properties: { seed_phrase: {} } }] }],
])('%s %o looks like a secret', (name, rest) => {
  expect(findSecretField(of(name, rest))).toBeDefined();
});

test.each(['max_tokens', 'keyword', 'businessCard', 'passage', 'secretary', 'city', 'monkey'])(
  '%s does not',
  (name) => {
    expect(findSecretField(of(name))).toBeUndefined();
  },
);

test('a question in words can ask for one', () => {
  expect(asksForSecret('Please enter your password')).toBe(true);
  expect(asksForSecret('What is the API key of your account?')).toBe(true);
  expect(asksForSecret('Did you reset the password?')).toBe(false);
  expect(asksForSecret('Where do you want to go?')).toBe(false);
});
