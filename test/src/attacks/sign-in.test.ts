import { createFormsRouter } from '@formwork/forms';
import type { FormsSignIn } from '@formwork/forms/internal';
import { createPostgresRecords } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import { createSqliteRecords } from '@formwork/runtime/sqlite';
import express from 'express';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Pipeline } from '../people/pipeline.ts';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits.ts';

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

/** The answer of a provider to a request for a token; `undefined` cuts the connection. */
type TokenAnswer = readonly [status: number, body: object] | undefined;

interface SignInPage {
  readonly url: string;
  readonly issuer: string;
  /** The paths that the provider was asked for. */
  readonly asked: readonly string[];
  /** Takes the provider away, or brings it back. */
  setAway(isAway: boolean): void;
  setToken(answer: TokenAnswer): void;
  /** Lets the provider name no page to sign in at. */
  removePage(): void;
}

const TOKEN: TokenAnswer = [200, { access_token: 'a', token_type: 'bearer', expires_in: 600 }];

/** Serves a page whose people sign in at a provider that lets everybody in. */
async function startPage(options: Partial<FormsSignIn> = {}): Promise<SignInPage> {
  const asked: string[] = [];
  let isAway = false;
  let hasPage = true;
  let token: TokenAnswer = TOKEN;
  const issuer: string = await listen((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const metadata = {
      issuer,
      ...(hasPage && { authorization_endpoint: `${issuer}/auth` }),
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    const isMetadata = path === '/.well-known/openid-configuration';
    const answer = isMetadata ? ([200, metadata] as const) : token;
    if (answer === undefined) {
      response.destroy();
      return;
    }
    const [status, body] = isAway ? [503, {}] : answer;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' });
    response.end(JSON.stringify(body));
  });
  const app = express();
  const url = await listen(app);
  const logger = { info() {}, warn() {}, error() {} };
  const signIn = { issuer, clientId: 'page', ...options };
  const forms = createFormsRouter({ mode: 'one', agentUrl: () => url, signIn, logger });
  app.use(forms.router);
  onTestFinished(() => forms.close());
  return {
    url,
    issuer,
    asked,
    setAway: (next) => void (isAway = next),
    setToken: (next) => void (token = next),
    removePage: () => void (hasPage = false),
  };
}

/** Opens the records of each replica. */
function openRecords(open: () => SharedRecords): readonly SharedRecords[] {
  const records = Array.from({ length: REPLICAS }, open);
  onTestFinished(async () => void (await Promise.all(records.map((one) => one.close()))));
  return records;
}

async function openSqliteRecords(): Promise<readonly SharedRecords[]> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-visits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openRecords(() => createSqliteRecords({ file: join(folder, 'records.sqlite') }));
}

async function openPostgresRecords(): Promise<readonly SharedRecords[]> {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  const schema = `visits_${randomUUID().slice(0, 8)}`;
  return openRecords(() =>
    createPostgresRecords({ url, schema, statementTimeoutMs: WAIT_LIMIT, poolSize: 2 }),
  );
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

test('a provider that is away is not asked by each visit, but again after a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const page = await startPage();
  page.setAway(true);
  const visit = async (): Promise<number> => {
    const response = await fetch(`${page.url}/api/sign-in`, { redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  };
  const visits = await Promise.all(Array.from({ length: 20 }, visit));
  expect(new Set(visits)).toEqual(new Set([503]));
  const first = page.asked.length;
  expect(first).toBeLessThanOrEqual(2);
  expect(await visit()).toBe(503);
  expect(page.asked).toHaveLength(first);
  vi.advanceTimersByTime(100);
  expect(await visit()).toBe(503);
  expect(page.asked).toHaveLength(2 * first);
  // The second rest is longer.
  vi.advanceTimersByTime(199);
  expect(await visit()).toBe(503);
  expect(page.asked).toHaveLength(2 * first);
  page.setAway(false);
  vi.advanceTimersByTime(1);
  expect(await visit()).toBe(303);
});

test('visits of others push nobody out who is at the provider, whom the server asks once', async () => {
  const { url, asked } = await startPage();
  const own = await begin(url);
  await Promise.all(Array.from({ length: VISITS }, () => begin(url)));
  expect(await comeBack(url, own)).toBe(303);
  expect(asked).toEqual(['/.well-known/openid-configuration', '/token']);
});

test('a visit is finished by its own browser and with its own state', async () => {
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
  expect(await comeBack(url, own)).toBe(303);
  expect(asked.filter((path) => path === '/token')).toHaveLength(1);
});

/** The replicas of a page, and how often a browser comes back to each at the same moment. */
const [REPLICAS, TIMES] = [8, 125];

test.each<readonly [string, () => Promise<readonly SharedRecords[]>]>([
  ['memory', async () => Array(REPLICAS).fill(createMemoryRecords())],
  ['SQLite', openSqliteRecords],
  ['PostgreSQL', openPostgresRecords],
])('a visit is finished once of 1,000 times by eight replicas that share %s', async (_, open) => {
  const pages: SignInPage[] = [];
  for (const records of await open()) {
    const issuer = pages[0] && { issuer: pages[0].issuer };
    pages.push(await startPage({ visitSecret: 'of all replicas', records, ...issuer }));
  }
  const urls = pages.map((page) => page.url);
  const { url = '', asked = [] } = pages[0] ?? {};
  const { state, cookie } = await begin(url);
  const back = `/api/sign-in/callback?state=${state}&code=any`;
  const answers = await Promise.all(
    urls.flatMap((one) => {
      const pipeline = new Pipeline(one, { cookie });
      onTestFinished(() => pipeline.close());
      return Array.from({ length: TIMES }, () => pipeline.send(back));
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(REPLICAS * TIMES - 1);
  // The provider, which gives a token for each code here, hears of one.
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

interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function openPage(address: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(address, { redirect: 'manual', headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const AGAIN = `api/sign-in?to=${encodeURIComponent('#/s/who')}`;

test('a provider that is away is told on a page, and the next try signs in', async () => {
  const { url, issuer, setAway } = await startPage();
  setAway(true);
  const away = await openPage(`${url}/${AGAIN}`);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '7']);
  expect(away.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(away.headers.get('set-cookie')).toBeNull();
  expect(away.text).toContain(`${new URL(issuer).host} does not answer, or is out of order.`);
  expect(away.text).toContain(`<a href="${url}/${AGAIN}">Sign in again</a>`);
  expect(away.text).toContain(`<a href="${url}/#/s/who">Back to the page</a>`);
  setAway(false);
  await expect.poll(async () => (await openPage(`${url}/${AGAIN}`)).status).toBe(303);
});

test.each<readonly [string, TokenAnswer, number, string]>([
  ['error=access_denied', TOKEN, 403, 'was canceled, or you are not allowed in'],
  ['error=invalid_target', TOKEN, 403, 'refuses what this page asks it for (invalid_target)'],
  ['error=%3Cscript%3E', TOKEN, 403, 'refuses what this page asks it for. Only'],
  ['error=temporarily_unavailable', TOKEN, 503, 'is out of order'],
  ['error=access_denied&code=a', TOKEN, 403, 'was canceled, or you are not allowed in'],
  ['code=a', [400, { error: 'invalid_grant' }], 403, 'This sign-in counts no longer'],
  ['code=a', [400, { error: 'invalid_target' }], 403, '(invalid_target)'],
  ['code=a', [401, { error: 'invalid_client' }], 403, '(invalid_client)'],
  ['code=a', [503, {}], 503, 'is out of order'],
  ['code=a', undefined, 503, 'does not answer'],
])('a person who comes back with %s and gets %j reads what to do', async (...given) => {
  const [query, token, status, sentence] = given;
  const records = createMemoryRecords();
  const add = vi.spyOn(records, 'add');
  const { url, setToken } = await startPage({ records });
  setToken(token);
  const { state, cookie } = await begin(url);
  const back = `${url}/api/sign-in/callback?state=${state}&${query}`;
  const page = await openPage(back, { cookie });
  expect(page.status).toBe(status);
  expect(page.text).toContain(sentence);
  expect(page.text).toContain('Sign in again</a>');
  expect(page.text).not.toMatch(/<script|\{"error"/u);
  // The provider hears of a code once; what costs a stranger no request there takes no room here.
  expect(add).toHaveBeenCalledTimes(query.startsWith('code') ? 1 : 0);
  // The visit is over, and nobody is signed in.
  expect(page.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^formwork-visit-1=; .*Max-Age=0/u),
  ]);
});

test.each([
  ['de-AT,de;q=0.9', '<html lang="de" dir="ltr">', 'Diese Anmeldung gilt nicht mehr'],
  ['ar', '<html lang="ar" dir="rtl">', 'لم يعد تسجيل الدخول هذا صالحًا'],
  ['fr', '<html lang="en" dir="ltr">', 'This sign-in counts no longer'],
])('a browser of %s reads why it is not signed in', async (...[language, root, heading]) => {
  const { url } = await startPage();
  const headers = { 'accept-language': language };
  const { status, text } = await openPage(`${url}/api/sign-in/callback?code=a&state=b`, headers);
  expect(status).toBe(403);
  expect(text).toContain(root);
  expect(text).toContain(`<h1>${heading}</h1>`);
});

test('who comes back twice is signed in once, and led to the page', async () => {
  const { url, asked } = await startPage();
  const { state, cookie } = await begin(url);
  const back = `${url}/api/sign-in/callback?code=a&state=${state}`;
  const first = await openPage(back, { cookie });
  expect([first.status, first.headers.get('location')]).toEqual([303, `${url}/`]);
  const [session = ''] = (first.headers.getSetCookie()[0] ?? '').split(';');
  expect(session).toMatch(/^formwork-session=./u);
  const again = await openPage(back, { cookie: `${cookie}; ${session}` });
  expect([again.status, again.headers.get('location')]).toEqual([303, `${url}/`]);
  // Not by an address that was never used: a person would not learn that they are still another.
  const strange = `${url}/api/sign-in/callback?code=a&state=b`;
  expect((await openPage(strange, { cookie: session })).status).toBe(403);
  expect((await openPage(back, { cookie })).status).toBe(403);
  expect(asked.filter((path) => path === '/token')).toHaveLength(1);
});

test('a browser is sent to the name of the page once, whatever host a proxy names', async () => {
  const { url, issuer } = await startPage({ pageUrl: 'https://forms.example/' });
  const first = await openPage(`${url}/${AGAIN}`);
  const next = new URL(first.headers.get('location') ?? '');
  expect([first.status, next.origin, next.searchParams.get('to')]).toEqual([
    303,
    'https://forms.example',
    '#/s/who',
  ]);
  // The proxy at that name asks the same server, by the same host name as before.
  const second = await openPage(`${url}${next.pathname}${next.search}`);
  expect(second.status).toBe(303);
  expect(new URL(second.headers.get('location') ?? '').origin).toBe(issuer);
  expect(second.headers.get('set-cookie')).toMatch(/^formwork-visit-1=.*; Secure$/u);
});

test('a provider without a page to sign in at is the fault of who runs the page', async () => {
  const { url, removePage } = await startPage();
  removePage();
  const { status, text } = await openPage(`${url}/api/sign-in`);
  expect(status).toBe(403);
  expect(text).toContain('Only the people who run this page can change that');
});

test('who signs in again leaves no session behind', async () => {
  const { url } = await startPage();
  const signIn = async (before: string): Promise<string> => {
    const { state, cookie } = await begin(url);
    const back = `${url}/api/sign-in/callback?code=a&state=${state}`;
    const { headers } = await openPage(back, { cookie: `${before}; ${cookie}` });
    return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  };
  const isSignedIn = async (cookie: string): Promise<unknown> =>
    JSON.parse((await openPage(`${url}/api/config`, { cookie })).text).signIn.isSignedIn;
  const first = await signIn('');
  expect(await isSignedIn(first)).toBe(true);
  const second = await signIn(first);
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true]);
});
