// Not over every binding: pages, their APIs and their files are the subject, on each program.

import { createConsoleAdapter } from '@formwork/console';
import { type Agent, defineAgent, defineSkill } from '@formwork/core';
import { createFormsAdapter } from '@formwork/forms';
import { createApiKeyAuthentication } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { collect, readEvents } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { onTestFinished } from '../support/test-end.ts';
import { HOSTS, type HostedAgent } from './hosts.ts';

const OPERATOR = 'a-key-that-is-long-enough';

const GUEST = 'another-key-that-is-long-enough';

const authenticate = createApiKeyAuthentication({
  keys: { [OPERATOR]: { id: 'ada', scopes: ['operate'] }, [GUEST]: 'bob' },
});

/** Makes an agent that doubles; `hold` is awaited before the result. */
function createAgent(hold: (signal: AbortSignal) => Promise<unknown> = async () => {}): Agent {
  const number = { type: 'object', properties: { value: { type: 'number' } } } as const;
  const double = defineSkill({
    id: 'double',
    name: 'Double',
    description: 'Doubles.',
    tags: [],
    input: { number: { ...number, required: ['value'] } },
    output: { doubled: { ...number, required: ['value'] } },
    async run({ input, task }) {
      await hold(task.signal);
      return { value: input.value * 2 };
    },
  });
  return defineAgent({ name: 'Hosted', version: '1', skills: [double] });
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends JSON; other options are those of `fetch`. */
function post(
  { url, fetch }: HostedAgent,
  path: string,
  { json, ...init }: RequestInit & { readonly json: object },
): Promise<Response> {
  const body = JSON.stringify(json);
  return fetch(url + path, { method: 'POST', headers: JSON_TYPE, body, ...init });
}

/** Makes the call of a page, which doubles 4. */
const toCall = ({ url }: HostedAgent) => ({
  agent: url,
  message: {
    kind: 'input',
    messageId: randomUUID(),
    skillId: 'double',
    schema: 'number',
    data: { value: 4 },
  },
});

/** Starts a provider that signs everybody in, and returns its issuer. */
async function startProvider(): Promise<string> {
  const server = createServer((request, response) => {
    const answer =
      request.url === '/.well-known/openid-configuration'
        ? { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
        : { access_token: 'a', token_type: 'bearer', expires_in: 600 };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

describe.each(HOSTS)('on $name', ({ serve, path: base }) => {
  const servePage = (agent = createAgent(), options = {}) =>
    serve(agent, { adapters: [createFormsAdapter(options)] });

  test('the page is sent whole, in part, or not again', async () => {
    const { url, fetch } = await servePage();
    const load = (headers = {}, method = 'GET') =>
      fetch(`${url}/`, { method, headers: { 'accept-encoding': 'identity', ...headers } });
    const page = await load();
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const head = await load({}, 'HEAD');
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([
      200,
      '',
      page.headers.get('content-length'),
    ]);
    const tag = page.headers.get('etag') ?? '';
    // By itself, fetch would ask caches for a new answer.
    const asBefore = { 'cache-control': 'max-age=0' };
    for (const condition of [
      { 'if-none-match': tag },
      { 'if-none-match': `"x", ${tag.replace('W/', '')}` },
      { 'if-modified-since': page.headers.get('last-modified') ?? '' },
    ]) {
      const again = await load({ ...condition, ...asBefore });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    const part = await load({ range: 'bytes=2-9' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      text.slice(2, 10),
      `bytes 2-9/${Buffer.byteLength(text)}`,
    ]);
    expect((await load({ range: 'bytes=99999999-' })).status).toBe(416);
    expect((await load({ 'if-match': '"other"' })).status).toBe(412);
    expect((await load({}, 'POST')).status).toBe(404);
  });

  test('files of the page are kept for good, and sent compressed', async () => {
    const agent = await servePage();
    const page = await (await agent.fetch(`${agent.url}/`)).text();
    const [, file = ''] = /src="\.\/(assets\/index-[^"]+\.js)"/u.exec(page) ?? [];
    const packed = await agent.fetch(`${agent.url}/${file}`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    await packed.body?.cancel();
    expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toContain('Accept-Encoding');
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    '/..%2f..%2fpackage.json',
    '/%2e%2e/page.stamp',
    '/assets/../../package.json',
    '/assets%2f..%2findex.html',
    '/assets/..%5c..%5cpackage.json',
    '/index.html%00.js',
    '/C:/Windows/win.ini',
    '/%43%3a%5cWindows',
    '//index.html',
    '/assets',
    '/assets/',
    '/.env',
  ])('nothing but the page is served at %s', async (path) => {
    const agent = await servePage();
    const headers = { host: new URL(agent.url).host };
    const { status } = await agent.send({ target: base + path, headers });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('an address without the last slash leads to the one with it', async () => {
    const agent = await servePage(createAgent(), { path: '/forms' });
    const moved = await agent.fetch(`${agent.url}/forms?x=1`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, './forms/?x=1']);
    expect((await agent.fetch(`${agent.url}/forms/`)).status).toBe(200);
  });

  test('a page beside an agent may be for many others', async () => {
    const agents = [{ url: 'https://agents.example', name: 'Other' }];
    const agent = await servePage(createAgent(), { mode: 'many', path: '/all', agents });
    const config = await agent.fetch(`${agent.url}/all/api/config`);
    expect(await config.json()).toEqual({ mode: 'many', agents });
    expect((await agent.fetch(`${agent.url}/all/`)).status).toBe(200);
    expect(await agent.statusUnder('evil.example', '/all/api/config')).toBe(421);
  });

  test('the page finds its agent, and calls it', async () => {
    const agent = await servePage();
    const config = await agent.fetch(`${agent.url}/api/config`);
    expect(await config.json()).toEqual({
      mode: 'one',
      agents: [{ url: agent.url, name: 'Hosted' }],
    });
    const described = await post(agent, '/api/describe', { json: { agent: agent.url } });
    expect(await described.json()).toMatchObject({ name: 'Hosted', skills: [{ id: 'double' }] });
    const sent = await post(agent, '/api/send', { json: toCall(agent) });
    expect(sent.headers.get('content-type')).toBe('text/event-stream');
    expect(JSON.stringify(await collect(readEvents(sent)))).toContain('"value":8');
    const wrong = await post(agent, '/api/send', { json: { agent: 'https://evil.example' } });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { reason: 'BODY' } }]);
  });

  test('the API of the page is for the page alone', async () => {
    const agent = await servePage();
    const ask = (path: string, init: RequestInit = {}) => agent.fetch(agent.url + path, init);
    const foreign = { origin: 'https://evil.example' };
    expect((await ask('/api/config', { headers: foreign })).status).toBe(403);
    expect((await ask('/api/send', { method: 'POST', body: '{}' })).status).toBe(415);
    expect(await agent.statusUnder('evil.example', '/api/config')).toBe(421);
    const options = await ask('/api/config', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD']);
    const wrong = await ask('/api/nowhere');
    expect([wrong.status, await wrong.json()]).toMatchObject([
      404,
      { error: { message: `Nothing is served at GET ${base}/api/nowhere.` } },
    ]);
    expect((await post(agent, '/api/send', { json: {}, body: '[1,' })).status).toBe(400);
  });

  test('a page that goes ends the stream, and the task goes on', async () => {
    const gate = createGate();
    const agent = await servePage(
      createAgent(() => gate.opened),
      { maxStreams: 1 },
    );
    const over = new AbortController();
    const send = (signal?: AbortSignal) =>
      post(agent, '/api/send', { json: toCall(agent), ...(signal && { signal }) });
    await readEvents(await send(over.signal)).next();
    expect((await send()).status).toBe(503);
    over.abort();
    const readStatus = async () => {
      const next = await send();
      await next.body?.cancel();
      return next.status;
    };
    await expect.poll(readStatus).toBe(200);
    gate.open();
  });

  test('people sign in at their provider, and out again', async () => {
    const issuer = await startProvider();
    const signIn = { issuer, clientId: 'page' };
    const agent = await serve(createAgent(), { adapters: [createFormsAdapter({ signIn })] });
    const ask = (path: string, cookie = '', init: RequestInit = {}) =>
      agent.fetch(`${agent.url}/api${path}`, {
        redirect: 'manual',
        headers: { cookie, ...JSON_TYPE },
        ...init,
      });
    const begun = await ask('/sign-in?to=%23here');
    expect([begun.status, begun.headers.get('vary')]).toEqual([303, 'Accept']);
    const provider = new URL(begun.headers.get('location') ?? '');
    expect(provider.searchParams.get('redirect_uri')).toBe(`${agent.url}/api/sign-in/callback`);
    const [visit = ''] = begun.headers.getSetCookie();
    expect(visit).toContain(`Path=${base}/api/sign-in;`);
    const back = `/sign-in/callback?code=any&state=${provider.searchParams.get('state')}`;
    const done = await ask(back, visit.split(';')[0]);
    expect([done.status, done.headers.get('location')]).toEqual([303, `${agent.url}/#here`]);
    const cookies = done.headers.getSetCookie();
    expect(cookies.length).toBe(2);
    const [session = ''] = cookies[0]?.split(';') ?? [];
    const readSignIn = async () => (await (await ask('/config', session)).json()) as object;
    expect(await readSignIn()).toMatchObject({ signIn: { isSignedIn: true } });
    const lost = await ask('/sign-in/callback?state=x', '', {
      headers: { 'accept-language': 'de' },
    });
    expect([lost.status, lost.headers.get('content-type')]).toEqual([
      403,
      'text/html; charset=utf-8',
    ]);
    expect(await lost.text()).toContain('Diese Anmeldung gilt nicht mehr');
    const left = await ask('/sign-out', session, { method: 'POST', body: '{}' });
    expect(await left.json()).toEqual({});
    expect(await readSignIn()).toMatchObject({ signIn: { isSignedIn: false } });
  });

  test('operators see the console, and nobody else', async () => {
    const adapters = [createConsoleAdapter()];
    const agent = await serve(createAgent(), { adapters, authenticate });
    const headers = { ...JSON_TYPE, 'a2a-version': '1.0', 'x-api-key': GUEST };
    const part = { data: { value: 4 }, mediaType: 'application/json;schema=number' };
    const message = { messageId: '1', role: 'ROLE_USER', parts: [part] };
    await post(agent, '/a2a/rest/message:send', { json: { message }, headers });
    const page = await agent.fetch(`${agent.url}/console/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const ask = (path: string, init: RequestInit = {}, key = OPERATOR) =>
      agent.fetch(`${agent.url}/console/api${path}`, {
        ...init,
        headers: { ...JSON_TYPE, 'x-api-key': key },
      });
    const listed = await ask('/tasks?state=completed');
    const { tasks } = (await listed.json()) as { readonly tasks: readonly { taskId: string }[] };
    expect(tasks.length).toBe(1);
    const taskPath = `/TASKS/${tasks[0]?.taskId}`;
    expect(await (await ask(`${taskPath}/`)).json()).toMatchObject({ task: {} });
    expect((await ask('/tasks?state=nonsense')).status).toBe(400);
    expect((await ask('/tasks/%zz')).status).toBe(400);
    expect((await ask('/tasks/none')).status).toBe(404);
    const removed = await ask(`${taskPath}/delete`, { method: 'POST', body: '{}' });
    expect(removed.status).toBe(200);
    expect(await (await ask('/tasks')).json()).toMatchObject({ tasks: [] });
    for (const [key, status] of [
      [GUEST, 403],
      ['wrong', 401],
    ] as const) {
      for (const path of ['/tasks', '/overview', '/callers', '/agent', '/letters']) {
        expect([path, (await ask(path, {}, key)).status]).toEqual([path, status]);
      }
    }
    expect(await (await ask('/session', {}, GUEST)).json()).toMatchObject({ isAdmitted: false });
    expect((await ask('/nowhere')).status).toBe(404);
    expect(await agent.statusUnder('evil.example', '/console/')).toBe(421);
  });

  test('the page does not lend its place to who looks for the console of this machine', async () => {
    const adapters = [createConsoleAdapter({ onThisMachine: true }), createFormsAdapter()];
    const agent = await serve(createAgent(), { adapters });
    const asked = await post(agent, '/api/document', {
      json: { url: `${agent.url}/console/api/overview` },
    });
    expect([asked.status, await asked.text()]).toEqual([
      502,
      expect.stringContaining('its status must be 200: current value is 403'),
    ]);
  });
});
