import { connect } from '@formwork/client';
import {
  beginSignIn,
  createClientCredentials,
  createTokenHeaders,
  findSignIn,
  refreshTokens,
  signInByDevice,
  SignInError,
  type Tokens,
} from '@formwork/client/sign-in';
import { createOpenIdAuthentication } from '@formwork/server';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClicker } from '../support/press-buttons.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { SECRET, startProvider, type TestProvider } from '../support/start-provider.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

/** Serves the agent whose audience the identity provider knows, and returns its URL. */
async function serve(): Promise<string> {
  const { url } = await startServer(scopedAgent, {
    authenticate: createOpenIdAuthentication({
      issuer: provider.issuer,
      audience: provider.audience,
    }),
  });
  return url;
}

/** Answers requests on a free port until the test is over, and returns the origin. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const program = () => ({
  issuer: provider.issuer,
  clientId: 'robot',
  clientSecret: SECRET,
  resource: provider.audience,
});
const person = () => ({
  issuer: provider.issuer,
  clientId: 'terminal',
  resource: provider.audience,
});

test('a program signs in by client credentials, once for many calls', async () => {
  const url = await serve();
  const before = provider.tokenRequests();
  const headers = createClientCredentials({ ...program(), scope: 'pairs:read' });
  const agent = await connect(url, { headers });
  const calls = Array.from({ length: 4 }, () => agent.skill('scoped').call({ word: 'hello' }));
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 4 }, () => ({ by: 'robot' })));
  expect(provider.tokenRequests() - before).toBe(1);
});

test('a program gets another token when an agent refuses the one it has', async () => {
  const url = await serve();
  const good = await provider.getToken('pairs:read');
  const renewed: (string | undefined)[] = [];
  const stale: Tokens = { issuer: provider.issuer, clientId: 'robot', accessToken: 'revoked' };
  const headers = createTokenHeaders({
    tokens: stale,
    async renew(old) {
      renewed.push(old?.accessToken);
      return { ...stale, accessToken: good };
    },
  });
  const agent = await connect(url, { headers, extendedCard: false });
  expect(await agent.skill('scoped').call({ word: 'hello' })).toEqual({ by: 'robot' });
  expect(renewed).toEqual(['revoked']);
});

test.each<readonly [string, object, string]>([
  [
    'secret',
    { clientSecret: 'wrong' },
    'gives robot no token: it does not accept the id and the secret',
  ],
  ['agent', { resource: 'https://other.example.com' }, 'gives robot no token: invalid_target'],
  ['address', { issuer: 'http://127.0.0.1:9' }, 'Cannot reach the provider http://127.0.0.1:9'],
  ['protocol', { issuer: 'http://login.example.com' }, 'issuer must be an https URL'],
])('a program with a wrong %s is told so', async (_name, wrong, says) => {
  const headers = createClientCredentials({ ...program(), ...wrong });
  const failing = Promise.resolve(headers({ refused: false }));
  await expect(failing).rejects.toThrow(SignInError);
  await expect(failing).rejects.toThrow(says);
  await expect(failing).rejects.not.toThrow(SECRET);
});

test('a person signs in through a page, and the token is renewed later', async () => {
  const url = await serve();
  let arrive: (address: URL) => void = () => undefined;
  const arrival = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const page = await listen((request, response) => {
    arrive(new URL(request.url ?? '', 'http://127.0.0.1'));
    response.end('Back.');
  });
  const redirectUrl = `${page}/callback`;
  const scope = 'openid pairs:write offline_access';
  const signIn = await beginSignIn({ ...person(), scope, redirectUrl });
  expect(new URL(signIn.url).searchParams.get('code_challenge_method')).toBe('S256');
  expect(await createClicker('ada').open(signIn.url)).toBe('Back.');
  const arrived = new URL(redirectUrl);
  arrived.search = (await arrival).search;
  const forged = new URL(arrived);
  forged.searchParams.set('state', 'evil');
  await expect(signIn.finish(forged)).rejects.toThrow('gives no token');
  const tokens = await signIn.finish(arrived);
  expect(tokens).toMatchObject({ issuer: provider.issuer, clientId: 'terminal' });
  const call = async ({ accessToken }: Tokens) => {
    const headers = { authorization: `Bearer ${accessToken}` };
    return (await connect(url, { headers })).skill('hidden').call({ word: 'hello' });
  };
  expect(await call(tokens)).toEqual({ by: 'ada' });
  const next = await refreshTokens(tokens);
  expect(next.accessToken).not.toBe(tokens.accessToken);
  expect(await call(next)).toEqual({ by: 'ada' });
  const ended = { ...next, refreshToken: 'gone' };
  await expect(refreshTokens(ended)).rejects.toThrow('Sign in again.');
});

test('a renewed token without a time does not end with the one before', async () => {
  const issuer = await listen((request, response) => {
    const { host = '' } = request.headers;
    const metadata = { issuer: `http://${host}`, token_endpoint: `http://${host}/token` };
    const token = { access_token: 'next', token_type: 'bearer' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/token' ? token : metadata));
  });
  const before = { issuer, clientId: 'terminal', refreshToken: 'again', accessToken: 'last' };
  const next = await refreshTokens({ ...before, expiresAt: Date.now() - 1000 });
  expect(next).toEqual({ ...before, accessToken: 'next' });
});

test('a person signs in with a browser elsewhere', async () => {
  const url = await serve();
  const tokens = await signInByDevice({
    ...person(),
    scope: 'openid pairs:read',
    async show({ url: page, code }) {
      expect(code).toMatch(/^[A-Z0-9-]{4,}$/u);
      await createClicker('bob').open(page);
    },
  });
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  const agent = await connect(url, { headers });
  expect(await agent.skill('scoped').call({ word: 'hello' })).toEqual({ by: 'bob' });
});

test('a sign-in is given up', async () => {
  const giveUp = new AbortController();
  const waiting = signInByDevice({
    ...person(),
    signal: giveUp.signal,
    show: () => giveUp.abort(new Error('enough')),
  });
  await expect(waiting).rejects.toThrow('enough');
});

test('an agent says where to sign in, for its own origin alone', async () => {
  const url = await serve();
  await expect(findSignIn(url)).rejects.toThrow('which is elsewhere');
  const metadata = (resource: unknown, servers: unknown) => async () => {
    const origin = await listen((_request, response) => {
      const answer = { resource, authorization_servers: servers, scopes_supported: ['a', 5] };
      response.end(JSON.stringify(answer));
    });
    return findSignIn(`${origin}/agent`);
  };
  await expect(metadata('https://other.example.com', ['https://p.example'])()).rejects.toThrow(
    '"https://other.example.com", which is elsewhere',
  );
  await expect(metadata(undefined, [])()).rejects.toThrow('does not say where to sign in');
  const endless = await listen((_request, response) => {
    const go = (): void => {
      while (!response.destroyed && response.write(' '.repeat(16_384)));
    };
    response.on('drain', go);
    go();
  });
  await expect(findSignIn(endless)).rejects.toThrow('must have at most 65536 bytes: it has more');
  await expect(findSignIn('http://127.0.0.1:9')).rejects.toThrow('Is the agent running?');
});
