import { expect, test } from 'vitest';
import { asksForSecret, findSecretField } from './ask-person.ts';

const of = (name: string, subschema: object = { type: 'string' }) => ({
  type: 'object',
  properties: { outer: { type: 'object', properties: { [name]: subschema } } },
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
  ['x', { title: 'pass\u200bword' }],
  ['x', { title: 'pass\u001b[31mword' }],
  ['x', { title: 'pass<!-- -->word' }],
  ['x', { title: 'ｐａｓｓｗｏｒｄ' }],
  ['x', { title: 'раsswоrd' }],
  ['x', { title: 'Contraseña' }],
  ['x', { description: 'Bitte gib dein Passwort ein' }],
  ['authorization', {}],
  ['pw', {}],
  ['x', { oneOf: [{ properties: { seed_phrase: {} } }] }],
])('%s %o looks like a secret', (name, subschema) => {
  expect(findSecretField(of(name, subschema))).toBeDefined();
});

test.each(['max_tokens', 'keyword', 'businessCard', 'passage', 'secretary', 'city', 'monkey'])(
  '%s does not',
  (name) => {
    expect(findSecretField(of(name))).toBeUndefined();
  },
);

test('numbers of something and choices are none', () => {
  expect(findSecretField(of('tokenCount', { type: 'integer' }))).toBeUndefined();
  expect(findSecretField(of('x', { title: 'Pin the message' }))).toBeUndefined();
  expect(findSecretField(of('token', { enum: ['a', 'b'] }))).toBeUndefined();
});

test.each([
  'What is your PIN?',
  'api-key?',
  'Bitte gib dein Passwort ein',
  'Paste the code from your authenticator app',
  'Enter your pass\u001b[0mword',
  'Enter your pass<!-- x -->word',
])('%j asks for one', (text) => {
  expect(asksForSecret(text)).toBe(true);
});

test('a question in words can ask for one', () => {
  expect(asksForSecret('Please enter your password')).toBe(true);
  expect(asksForSecret('What is the API key of your account?')).toBe(true);
  expect(asksForSecret('Did you reset the password?')).toBe(false);
  expect(asksForSecret('Where do you want to go?')).toBe(false);
});
