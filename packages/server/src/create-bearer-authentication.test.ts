import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createBearerAuthentication } from './create-bearer-authentication.ts';

function createRequest(authorization?: string): IncomingMessage {
  const headers = authorization === undefined ? {} : { authorization };
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

const TOKEN = 'aGVhZA.cGF5bG9hZA._-~+/c2ln==';

test('createBearerAuthentication() hands over the token and returns whose it is', async () => {
  const tokens: string[] = [];
  const authenticate = createBearerAuthentication({
    verify: async (token) => {
      tokens.push(token);
      return token === TOKEN ? { id: 'ada' } : undefined;
    },
  });
  expect(await authenticate(createRequest(`Bearer ${TOKEN}`))).toEqual({ id: 'ada' });
  expect(await authenticate(createRequest(`bearer  ${TOKEN} `))).toEqual({ id: 'ada' });
  expect(await authenticate(createRequest('Bearer other'))).toBeUndefined();
  expect(tokens).toEqual([TOKEN, TOKEN, 'other']);
});

test('createBearerAuthentication() asks nobody about what is no bearer token', async () => {
  const authenticate = createBearerAuthentication({
    verify: () => {
      throw new Error('asked');
    },
  });
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a b',
    'Bearer ä',
  ]) {
    expect(await authenticate(createRequest(header))).toBeUndefined();
  }
});

test('createBearerAuthentication() takes the token out of errors', async () => {
  const authenticate = createBearerAuthentication({
    verify: (token) => {
      const [, payload] = token.split('.');
      throw new Error(`Cannot read ${token}: bad payload ${payload}`);
    },
  });
  const error: unknown = await Promise.resolve(
    authenticate(createRequest(`Bearer ${TOKEN}`)),
  ).catch((thrown: unknown) => thrown);
  const text = error instanceof Error ? `${error.stack}` : '';
  expect(text).toContain('Cannot read [token]: bad payload [token]');
  for (const part of [TOKEN, ...TOKEN.split('.')]) expect(text).not.toContain(part);
});

test('createBearerAuthentication() describes itself for the cards', () => {
  const verify = (): undefined => undefined;
  expect(createBearerAuthentication({ verify }).scheme).toEqual({ kind: 'bearer', name: 'bearer' });
  expect(createBearerAuthentication({ verify, bearerFormat: 'JWT' }).scheme).toEqual({
    kind: 'bearer',
    name: 'bearer',
    bearerFormat: 'JWT',
  });
});
