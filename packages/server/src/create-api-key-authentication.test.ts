import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createApiKeyAuthentication } from './create-api-key-authentication.ts';

function createRequest(headers: Readonly<Record<string, string>>): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

function toHash(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

test('createApiKeyAuthentication() knows callers by plain keys and by hashes', async () => {
  const authenticate = createApiKeyAuthentication({
    keys: { 'key-of-ada': 'ada', [toHash('key-of-bob')]: 'bob', 'second-of-ada': 'ada' },
  });
  const find = (key: string) => authenticate(createRequest({ 'x-api-key': key }));
  expect(await find('key-of-ada')).toEqual({ id: 'ada' });
  expect(await find('key-of-bob')).toEqual({ id: 'bob' });
  expect(await find('second-of-ada')).toEqual({ id: 'ada' });
  for (const wrong of ['', 'key-of-Ada', 'key-of-ada ', toHash('key-of-bob'), '__proto__']) {
    expect(await find(wrong)).toBeUndefined();
  }
  expect(await authenticate(createRequest({}))).toBeUndefined();
});

test('createApiKeyAuthentication() reads the header that it is told, and says so', async () => {
  const authenticate = createApiKeyAuthentication({ header: 'X-Team-Key', keys: { k: 'team' } });
  expect(await authenticate(createRequest({ 'x-team-key': 'k' }))).toEqual({ id: 'team' });
  expect(await authenticate(createRequest({ 'x-api-key': 'k' }))).toBeUndefined();
  expect(authenticate.scheme).toEqual({ kind: 'api-key', name: 'apiKey', header: 'X-Team-Key' });
});

test.each([
  ['no keys', {}, 'at least one'],
  ['an empty key', { '': 'ada' }, 'not empty'],
  ['a key from an unset variable', { [String(undefined)]: 'ada' }, 'not empty'],
  ['an empty id', { 'secret-key': '' }, 'must have an id'],
  ['a broken hash', { 'sha256:secret-key': 'ada' }, 'hash of ada must be 64 hexadecimal digits'],
  ['a key and its own hash', { 'secret-key': 'ada', [toHash('secret-key')]: 'bob' }, 'given once'],
])('createApiKeyAuthentication() refuses %s without showing a key', (_name, keys, says) => {
  const create = (): unknown => createApiKeyAuthentication({ keys });
  expect(create).toThrow(says);
  expect(create).not.toThrow('secret-key');
});

test('createApiKeyAuthentication() refuses what is no name of a header', () => {
  expect(() => createApiKeyAuthentication({ header: 'a b', keys: { k: 'x' } })).toThrow(/a b/u);
});
