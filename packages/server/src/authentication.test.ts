import { createHash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createApiKeyAuthentication } from './api-key.ts';
import { combineAuthentications, createIdentify } from './authentication.ts';
import { createBearerAuthentication } from './bearer-token.ts';
import { NOBODY } from './caller.ts';
import type { Authenticate } from './credential.ts';
import { MisconfiguredError, UnauthenticatedError } from './errors.ts';

const KEY = 'a-long-random-key';

function createKeyRequest(headers: Readonly<Record<string, string>>): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers });
}

function hashKey(key: string): string {
  return `sha256:${createHash('sha256').update(key).digest('hex')}`;
}

test('createApiKeyAuthentication() knows callers by plain keys and by hashes', async () => {
  const authenticate = createApiKeyAuthentication({
    keys: { 'key-of-ada': 'ada', [hashKey('key-of-bob')]: 'bob', 'second-of-ada': 'ada' },
  });
  const find = (key: string) => authenticate(createKeyRequest({ 'x-api-key': key }));
  expect(await find('key-of-ada')).toEqual({ id: 'ada' });
  expect(await find('key-of-bob')).toEqual({ id: 'bob' });
  expect(await find('second-of-ada')).toEqual({ id: 'ada' });
  for (const wrong of ['', 'key-of-Ada', 'key-of-ada ', hashKey('key-of-bob'), '__proto__']) {
    expect(await find(wrong)).toBeUndefined();
  }
  expect(await authenticate(createKeyRequest({}))).toBeUndefined();
});

test('createApiKeyAuthentication() reads the header that it is told, and says so', async () => {
  const authenticate = createApiKeyAuthentication({ header: 'X-Team-Key', keys: { k: 'team' } });
  expect(await authenticate(createKeyRequest({ 'x-team-key': 'k' }))).toEqual({ id: 'team' });
  expect(await authenticate(createKeyRequest({ 'x-api-key': 'k' }))).toBeUndefined();
  expect(authenticate.schemes).toEqual([
    { kind: 'api-key', name: 'apiKey', location: 'header', parameter: 'X-Team-Key' },
  ]);
});

test.each([
  ['no keys', {}, 'at least one'],
  ['an empty key', { '': 'ada' }, 'not empty'],
  ['a key from an unset variable', { [String(undefined)]: 'ada' }, 'not empty'],
  ['a key from a file with its end of line', { 'secret-key\n': 'ada' }, 'blanks at its ends'],
  ['a key after a blank', { ' secret-key': { id: 'ada' } }, 'key of ada must have no blanks'],
  ['an empty id', { 'secret-key': '' }, 'must have an id'],
  ['a broken hash', { 'sha256:secret-key': 'ada' }, 'hash of ada must be 64 hexadecimal digits'],
  ['a key and its own hash', { 'secret-key': 'ada', [hashKey('secret-key')]: 'bob' }, 'given once'],
])('createApiKeyAuthentication() refuses %s without showing a key', (_name, keys, says) => {
  const create = (): unknown => createApiKeyAuthentication({ keys });
  expect(create).toThrow(says);
  expect(create).not.toThrow('secret-key');
});

test('createApiKeyAuthentication() refuses what is no name of a header', () => {
  expect(() => createApiKeyAuthentication({ header: 'a b', keys: { k: 'x' } })).toThrow(/a b/u);
});

function createTokenRequest(authorization?: string): IncomingMessage {
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
  expect(await authenticate(createTokenRequest(`Bearer ${TOKEN}`))).toEqual({ id: 'ada' });
  expect(await authenticate(createTokenRequest(`bearer  ${TOKEN} `))).toEqual({ id: 'ada' });
  expect(await authenticate(createTokenRequest('Bearer other'))).toBeUndefined();
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
    expect(await authenticate(createTokenRequest(header))).toBeUndefined();
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
    authenticate(createTokenRequest(`Bearer ${TOKEN}`)),
  ).catch((thrown: unknown) => thrown);
  const text = error instanceof Error ? `${error.stack}` : '';
  expect(text).toContain('Cannot read [token]: bad payload [token]');
  for (const part of [TOKEN, ...TOKEN.split('.')]) expect(text).not.toContain(part);
});

test('createBearerAuthentication() describes itself for the cards', () => {
  const verify = (): undefined => undefined;
  expect(createBearerAuthentication({ verify }).schemes).toEqual([
    { kind: 'bearer', name: 'bearer' },
  ]);
  expect(createBearerAuthentication({ verify, bearerFormat: 'JWT' }).schemes).toEqual([
    { kind: 'bearer', name: 'bearer', bearerFormat: 'JWT' },
  ]);
});

const request = new IncomingMessage(new Socket());

test.each([
  [{ id: '' }, 'an object whose id is an empty text'],
  [{ id: 5 }, 'an object whose id is of type number'],
  [{ id: null }, 'an object whose id is null'],
  [{}, 'an object without names'],
  [{ abc: 5, token: 'secret' }, 'an object with abc, token'],
  [{ id: 'ada', scopes: 'read' }, 'an object whose scopes are not an array of words'],
  ['', 'an empty text'],
  ['secret', 'a text'],
  [7, 'a number'],
  [null, 'null'],
  [false, 'a boolean'],
  [['ada'], 'an array'],
])('createIdentify() takes %j for no caller, and tells the log', async (returned, described) => {
  const logged: string[] = [];
  const quiet = (): undefined => undefined;
  const logger = { info: quiet, warn: quiet, error: (text: string) => void logged.push(text) };
  const identify = createIdentify({
    authenticate: () => returned as unknown as { id: string },
    logger,
  });
  const error: unknown = await identify(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MisconfiguredError);
  expect(logged).toEqual([
    `Cannot tell who calls because authenticate must return undefined or a principal such as { id: "ada" }: it returned ${described}`,
  ]);
});

test('createIdentify() tells the id, and that nobody said who they are', async () => {
  const known = createIdentify({ authenticate: () => ({ id: 'ada' }) });
  expect(await known(request)).toEqual({ id: 'ada', scopes: [] });
  const unknown = createIdentify({ authenticate: () => undefined });
  expect(await unknown(request)).toBe(NOBODY);
  expect(await createIdentify({})(request)).toBe(NOBODY);
});

const byKey = createApiKeyAuthentication({ header: 'X-Key', keys: { [KEY]: 'ada' } });
const byToken = createBearerAuthentication({
  verify: (token) => (token === 'good' ? { id: 'ada' } : undefined),
});
const byAnything: Authenticate = ({ headers }) =>
  headers.authorization === 'Basic good' ? { id: 'ada' } : undefined;

test.each<readonly [string, Authenticate, Record<string, string>, string]>([
  ['key', byKey, { 'x-key': KEY }, 'ada'],
  ['key', byKey, {}, 'nobody'],
  ['key', byKey, { 'x-key': 'wrong' }, 'refused'],
  ['key', byKey, { 'x-key': '' }, 'refused'],
  ['key', byKey, { 'x-key': `${KEY}, ${KEY}` }, 'refused'],
  ['key', byKey, { authorization: 'Basic for-a-proxy' }, 'nobody'],
  ['token', byToken, { authorization: 'Bearer good' }, 'ada'],
  ['token', byToken, {}, 'nobody'],
  ['token', byToken, { authorization: 'Bearer wrong' }, 'refused'],
  ['token', byToken, { authorization: 'Bearer' }, 'refused'],
  ['token', byToken, { authorization: '' }, 'refused'],
  ['token', byToken, { authorization: 'Basic good' }, 'refused'],
  ['any', byAnything, { authorization: 'Basic good' }, 'ada'],
  ['any', byAnything, { authorization: 'Basic wrong' }, 'refused'],
  ['any', byAnything, {}, 'nobody'],
])('where credentials are optional, a caller by %s %# is what they say', async (...given) => {
  const [, authenticate, headers, expected] = given;
  const sent = Object.assign(new IncomingMessage(new Socket()), { headers });
  const identify = createIdentify({ authenticate });
  const outcome = await identify(sent).catch((error: unknown) => error);
  if (outcome instanceof UnauthenticatedError) {
    expect(expected).toBe('refused');
    expect(outcome.challenge).toMatch(/^(?:ApiKey|Bearer|Custom) realm="a2a"/u);
    expect(outcome.challenge.includes('invalid_token')).toBe(authenticate === byToken);
  } else expect(outcome).toEqual({ id: expected === 'nobody' ? undefined : expected, scopes: [] });
});

test.each([{ abc: 5 }, { abc: null }, { abc: '' }, { abc: {} }])(
  'createApiKeyAuthentication() refuses %j for principals when the server is made',
  (keys) => {
    const given = keys as unknown as Record<string, string>;
    expect(() => createApiKeyAuthentication({ keys: given })).toThrow(
      'every principal must have an id, which is text',
    );
  },
);

test.each<readonly [object, string]>([
  [
    { header: 'X-Key', query: 'key' },
    'one place, header, query or cookie: current value is header and query',
  ],
  [{ query: '' }, 'query must be a name'],
  [{ cookie: 'a;b' }, 'cookie must be a name'],
  [{ keys: { k: { id: 'ada', scopes: 'a b' } } }, 'scopes must be an array of words'],
  [{ keys: { k: { id: 'ada', scopes: ['a b'] } } }, 'scopes must be an array of words'],
])('createApiKeyAuthentication() refuses %j when the server is made', (options, says) => {
  expect(() => createApiKeyAuthentication({ keys: { k: 'ada' }, ...options })).toThrow(says);
});

function createUrlRequest(url: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  return Object.assign(createKeyRequest(headers), { url });
}

test.each<readonly [object, string, Record<string, string>, string | undefined]>([
  [{ query: 'key' }, '/a2a?key=k', {}, 'ada'],
  [{ query: 'key' }, '/a2a?key=wrong', {}, undefined],
  [{ query: 'key' }, '/a2a?key=k&key=k', {}, undefined],
  [{ query: 'key' }, '/a2a', { key: 'k' }, undefined],
  [{ cookie: 'sid' }, '/a2a', { cookie: 'a=b; sid=k; c=d' }, 'ada'],
  [{ cookie: 'sid' }, '/a2a', { cookie: 'sid="k"' }, 'ada'],
  [{ cookie: 'sid' }, '/a2a', { cookie: 'sid=k; sid=k' }, undefined],
  [{ cookie: 'sid' }, '/a2a?sid=k', { cookie: 'xsid=k' }, undefined],
])('createApiKeyAuthentication(%j) finds the key of %s %j', async (...given) => {
  const [place, url, headers, id] = given;
  const authenticate = createApiKeyAuthentication({
    ...place,
    keys: { k: { id: 'ada', scopes: ['read'] } },
  });
  const found = await authenticate(createUrlRequest(url, headers));
  expect(found).toEqual(id === undefined ? undefined : { id, scopes: ['read'] });
});

const both = combineAuthentications([
  createApiKeyAuthentication({
    header: 'X-Key',
    keys: { ada: { id: 'ada', scopes: ['a'] }, bob: 'bob' },
  }),
  createBearerAuthentication({
    verify: (token) => (token === 'ada' ? { id: 'ada', scopes: ['a', 'b'] } : undefined),
  }),
]);

test.each<readonly [Record<string, string>, string, readonly string[]]>([
  [{}, 'nobody', []],
  [{ 'x-key': 'ada' }, 'ada', ['a']],
  [{ 'x-key': 'bob' }, 'bob', []],
  [{ authorization: 'Bearer ada' }, 'ada', ['a', 'b']],
  [{ 'x-key': 'ada', authorization: 'Bearer ada' }, 'ada', ['a', 'b']],
  [{ 'x-key': 'bob', authorization: 'Bearer ada' }, 'refused', []],
  [{ 'x-key': 'bob', authorization: 'Bearer wrong' }, 'refused', []],
  [{ 'x-key': 'wrong', authorization: 'Bearer ada' }, 'refused', []],
  [{ 'x-key': 'wrong' }, 'refused', []],
])('combineAuthentications() takes %j for %s', async (headers, expected, scopes) => {
  const identify = createIdentify({ authenticate: both });
  const outcome = await identify(createKeyRequest(headers)).catch((error: unknown) => error);
  if (outcome instanceof UnauthenticatedError) {
    expect(expected).toBe('refused');
    expect(outcome.challenge).toBe(
      'ApiKey realm="a2a", header="X-Key", Bearer realm="a2a", error="invalid_token"',
    );
  } else expect(outcome).toEqual({ id: expected === 'nobody' ? undefined : expected, scopes });
});

test('combineAuthentications() tries several issuers of bearer tokens', async () => {
  const [first, second] = ['one', 'two'].map((name) =>
    Object.assign(
      createBearerAuthentication({
        verify: (token) => (token === name ? { id: name } : undefined),
      }),
      { schemes: [{ kind: 'bearer', name } as const] },
    ),
  );
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const identify = createIdentify({ authenticate: combineAuthentications([first, second]) });
  const find = (token: string) => identify(createKeyRequest({ authorization: `Bearer ${token}` }));
  expect(await find('one')).toMatchObject({ id: 'one' });
  expect(await find('two')).toMatchObject({ id: 'two' });
  await expect(find('three')).rejects.toThrow(UnauthenticatedError);
});

test('combineAuthentications() refuses one alone, and two of one name', () => {
  expect(() => combineAuthentications([both])).toThrow('at least two: current value is 1');
  expect(() => combineAuthentications([byKey, byKey])).toThrow('current value is "apiKey" twice');
});

test('createIdentify() tells a caller which scopes it lacks', () => {
  const identify = createIdentify({ authenticate: both });
  expect(identify.challengeFor?.(['c', 'd'])).toBe(
    'ApiKey realm="a2a", header="X-Key", Bearer realm="a2a", error="insufficient_scope", scope="c d"',
  );
});
