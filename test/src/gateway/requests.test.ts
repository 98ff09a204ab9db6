import { demoAgent } from '@formwork/demo';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { buffer as readBuffer, text as readText } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { post, startForms, type TestForms } from './start-forms.ts';

/** Sends a request with headers that only browsers may set, which `fetch` refuses to send. */
async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  { method = 'POST', body = '{}' } = {},
): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  const request = requestHttp(url, { method, headers });
  request.end(method === 'POST' ? body : undefined);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  const text = await readText(response);
  expect(response.headers['content-type']).toMatch(/^application\/json/u);
  expect(text).not.toMatch(/\n? {4}at /u);
  return { status: response.statusCode, body: JSON.parse(text) as unknown };
}

function start(): Promise<TestForms> {
  return startForms({ mode: 'many', agents: [{ url: 'https://agents.example' }] });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function toRefusal(status: number, reason: string): object {
  const error = { code: 'GATEWAY_REFUSED', reason, message: expect.stringMatching(/^Cannot /u) };
  return { status, body: { error } };
}

test.each(['config', 'describe', 'send', 'watch', 'cancel'])(
  'pages of others get nothing of %s, by any way that a browser sends requests',
  async (path) => {
    const { api } = await start();
    const method = path === 'config' ? 'GET' : 'POST';
    const url = `${api}/${path}`;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await send(url, { ...JSON_TYPE, ...headers }, { method });
      expect(answer).toMatchObject(toRefusal(403, 'ORIGIN'));
    }
    const rebound = { ...JSON_TYPE, host: 'rebound.example', 'sec-fetch-site': 'same-origin' };
    expect(await send(url, rebound, { method })).toMatchObject(toRefusal(421, 'HOST'));
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of the type %s, which forms of other pages can send, is refused',
  async (type) => {
    const { api } = await start();
    const answer = await send(`${api}/describe`, { 'content-type': type });
    expect(answer).toMatchObject(toRefusal(415, 'BODY'));
  },
);

test.each([
  ['{', 400],
  ['[]', 400],
  ['"x"', 400],
  ['\u0000', 400],
  [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
  [JSON.stringify({ agent: 'x'.repeat(60_000) }), 413],
])(
  'a body that is not what it must be is answered, never with a stack (%#)',
  async (body, status) => {
    const { api } = await startForms({ mode: 'many', maxBodyBytes: status === 413 ? 50_000 : 1e6 });
    const answer = await send(`${api}/describe`, JSON_TYPE, { body });
    expect(answer).toMatchObject(toRefusal(status, 'BODY'));
  },
);

test('an agent that is no text, and cannot become one, is refused', async () => {
  const { api } = await start();
  const answer = await post(`${api}/describe`, { agent: { toString: 'x' } });
  expect(answer).toMatchObject(toRefusal(400, 'AGENT'));
});

test.each([
  [{ agent: 'https://agents.example' }, 'message must be an object'],
  [
    { agent: 'https://agents.example', message: { kind: 'x', messageId: 'm' } },
    'message.kind must be one of',
  ],
])('what is to be sent is checked before an agent is called: %j', async (body, problem) => {
  const { api } = await start();
  const answer = await post(`${api}/send`, body);
  expect(answer).toMatchObject(toRefusal(400, 'BODY'));
  expect(answer.text).toContain(problem);
});

test('paths and methods that are not there are answered as JSON', async () => {
  const { api } = await start();
  for (const [path, method] of [
    ['nothing', 'GET'],
    ['describe', 'GET'],
    ['%00', 'GET'],
    ['config', 'DELETE'],
  ] as const) {
    const { status, body } = await send(`${api}/${path}`, {}, { method });
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { error: { reason: 'NOT_FOUND' } },
    });
  }
});

test('answers are for this page alone, and for no cache', async () => {
  const { api } = await start();
  const { headers } = await fetch(`${api}/config`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  const { headers: asked } = await fetch(`${api}/describe`, { method: 'OPTIONS' });
  expect(asked.get('access-control-allow-origin')).toBeNull();
});

test('the list is told, and one agent is the only one', async () => {
  const { api: many } = await start();
  expect(await (await fetch(`${many}/config`)).json()).toEqual({
    mode: 'many',
    agents: [{ url: 'https://agents.example' }],
  });
  const { url } = await startServer(demoAgent);
  const { api } = await startForms({ mode: 'one', agentUrl: url, agentName: 'Demo' });
  expect(await (await fetch(`${api}/config`)).json()).toEqual({
    mode: 'one',
    agents: [{ url, name: 'Demo' }],
  });
  expect(await post(`${api}/describe`, { agent: url })).toMatchObject({ status: 200 });
  expect(await post(`${api}/describe`, { agent: 'https://agents.example' })).toMatchObject(
    toRefusal(403, 'AGENT'),
  );
});

test.each(['gzip', 'identity'])(
  'an agent is described in few bytes to those who take them: %s',
  async (encoding) => {
    const { url: agent } = await startServer(demoAgent);
    const { api } = await startForms({ mode: 'one', agentUrl: agent });
    const request = requestHttp(`${api}/describe`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'accept-encoding': encoding },
    });
    request.end(JSON.stringify({ agent }));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    const bytes = await readBuffer(response);
    const isPacked = encoding === 'gzip';
    expect(response.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
    expect(response.headers['vary']).toBe('Accept-Encoding');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
    expect(JSON.parse(text)).toMatchObject({ name: demoAgent.name });
    expect(bytes.length < text.length / 2).toBe(isPacked);
  },
);
