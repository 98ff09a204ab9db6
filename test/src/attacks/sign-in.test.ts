import { createFormsRouter } from '@formwork/forms';
import express from 'express';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TEST_LIMIT } from '../support/limits.ts';

/** More visits than a server once remembered. */
const VISITS = 1_020;

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  // A client may use a connection at the moment at which the server ends it because it was idle.
  server.keepAliveTimeout = TEST_LIMIT;
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface SignInPage {
  readonly url: string;
  /** The paths that the provider was asked for. */
  readonly asked: readonly string[];
}

/** Serves a page whose people sign in at a provider that knows nobody. */
async function startPage(): Promise<SignInPage> {
  const asked: string[] = [];
  const issuer: string = await listen((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const isMetadata = path === '/.well-known/openid-configuration';
    response.writeHead(isMetadata ? 200 : 400, { 'content-type': 'application/json' });
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    response.end(JSON.stringify(isMetadata ? metadata : { error: 'invalid_grant' }));
  });
  const app = express();
  const url = await listen(app);
  const logger = { info() {}, warn() {}, error() {} };
  const signIn = { issuer, clientId: 'page' };
  const forms = createFormsRouter({ mode: 'one', agentUrl: () => url, signIn, logger });
  app.use(forms.router);
  onTestFinished(() => forms.close());
  return { url, asked };
}

interface Begun {
  readonly state: string;
  readonly cookie: string;
}

/** Begins a visit in a browser that has the cookies of earlier ones. */
async function begin(url: string, before: readonly Begun[] = []): Promise<Begun> {
  const cookies = before.map(({ cookie: one }) => one).join('; ');
  const response = await fetch(`${url}/api/sign-in`, {
    redirect: 'manual',
    headers: { cookie: cookies },
  });
  await response.body?.cancel();
  const state = new URL(response.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { state, cookie };
}

/** Comes back from the provider, and returns the status: 303 if the visit is known. */
async function comeBack(url: string, { state, cookie }: Begun): Promise<number> {
  const back = `${url}/api/sign-in/callback?state=${state}&code=any`;
  const response = await fetch(back, { redirect: 'manual', headers: { cookie } });
  await response.body?.cancel();
  return response.status;
}

test('visits of others push nobody out who is at the provider, whom the server asks once', async () => {
  const { url, asked } = await startPage();
  const own = await begin(url);
  await Promise.all(Array.from({ length: VISITS }, () => begin(url)));
  expect(await comeBack(url, own)).toBe(303);
  expect(asked).toEqual(['/.well-known/openid-configuration', '/token']);
});

test('a visit is finished once of 1,000 times, by its own browser and with its own state', async () => {
  const { url, asked } = await startPage();
  const own = await begin(url);
  const other = await begin(url);
  for (const [state, cookie] of [
    [own.state, other.cookie],
    [other.state, own.cookie],
    [own.state, ''],
    [own.state, `${own.cookie}x`],
    [own.state, own.cookie.slice(0, -4)],
    [own.state, own.cookie.replace('=', '=A')],
    ['', own.cookie],
  ] as const) {
    expect(await comeBack(url, { state, cookie })).toBe(403);
  }
  const statuses = await Promise.all(Array.from({ length: 1_000 }, () => comeBack(url, own)));
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(999);
  expect(asked.filter((path) => path === '/token')).toHaveLength(1);
});

test('the tabs of one browser finish their visits in any order', async () => {
  const { url, asked } = await startPage();
  const tabs: Begun[] = [];
  for (let count = 0; count < 4; count += 1) tabs.push(await begin(url, tabs));
  const cookie = tabs.map((tab) => tab.cookie).join('; ');
  for (const { state } of tabs) expect(await comeBack(url, { state, cookie })).toBe(303);
  expect(await comeBack(url, { state: tabs[0]?.state ?? '', cookie })).toBe(403);
  expect(asked.filter((path) => path === '/token')).toHaveLength(4);
  // One more than fits takes the place of another, and the header stays small.
  const last = await begin(url, tabs);
  const names = [...tabs, last].map((tab) => tab.cookie.split('=')[0]);
  expect(new Set(names).size).toBe(4);
});
