import { defineAgent, defineSkill } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { type AgentHandlerOptions, createAgentHandler } from './create-agent-handler.ts';

/** Makes a gate that is closed. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const greeted: string[] = [];

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text({ text }) {
    greeted.push(text);
    return 'Hello';
  },
});
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

const silent = { info() {}, warn() {}, error() {} };

const publicUrl = 'https://example.com/agents/';

function create(options: Partial<AgentHandlerOptions> = {}) {
  const handler = createAgentHandler(agent, { logger: silent, publicUrl, ...options });
  onTestFinished(() => handler.close());
  return handler;
}

test.each([
  [{ adapters: [() => ({ router: () => undefined })] }, TypeError, 'adapters must have a step'],
  [{ grpc: {} }, TypeError, 'grpc must be an option of createServer'],
  [{ basePath: 'agents' }, RangeError, 'basePath must be a path such as "/agents"'],
  [{ basePath: 7 }, RangeError, 'current value is 7'],
  [{ publicUrl: 'nowhere' }, TypeError, 'publicUrl'],
  [{ publicUrl: undefined }, TypeError, 'publicUrl'],
] as const)('options %j are refused', (options, type, message) => {
  const wrong = { publicUrl, ...options } as unknown as AgentHandlerOptions;
  expect(() => createAgentHandler(agent, wrong)).toThrow(type);
  expect(() => createAgentHandler(agent, wrong)).toThrow(message);
});

test.each([
  [{}, '/agents'],
  [{ basePath: '/' }, ''],
  [{ basePath: '/API/v1/' }, '/api/V1'],
  [{ basePath: '/größe a' }, '/größe a'],
  [{ basePath: '/x/../agents' }, '/agents'],
])('with %j, requests come below %j', async (options, path) => {
  const { fetch } = create(options);
  const read = (at: string) =>
    fetch(new Request(`https://example.com${at}/.well-known/agent-card.json`));
  expect((await read(path)).status).toBe(200);
  const elsewhere = await read('/else');
  expect(await elsewhere.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
});

test('a request whose caller has gone already does nothing', async () => {
  let asked = 0;
  const { fetch } = create({
    authenticate: () => {
      asked += 1;
      return undefined;
    },
  });
  const signal = AbortSignal.abort();
  const url = 'https://example.com/agents/a2a/rest/tasks';
  expect((await fetch(new Request(url, { signal }))).status).toBe(499);
  expect(asked).toBe(0);
});

test('a caller who goes while the body is read ends the reading', async () => {
  const { fetch } = create();
  const moments = { isRead: false, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: () => void (moments.isRead = true),
      cancel: () => void (moments.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  const caller = new AbortController();
  const headers = { 'content-type': 'application/json' };
  const url = 'https://example.com/agents/a2a';
  const { signal } = caller;
  const answer = fetch(new Request(url, { method: 'POST', body, headers, duplex: 'half', signal }));
  await expect.poll(() => moments.isRead).toBe(true);
  caller.abort();
  expect((await answer).status).toBe(499);
  await expect.poll(() => moments.isCancelled).toBe(true);
});

test('limits by address count who calls, as the program says', async () => {
  const { fetch } = create({ limits: { requestsPerMinutePerAddress: 1 } });
  const ask = async (context?: object) => {
    const headers = { 'a2a-version': '1.0' };
    const request = new Request('https://example.com/agents/a2a/rest/tasks', { headers });
    return (await fetch(request, context)).status;
  };
  const first = { remoteAddress: '203.0.113.9' };
  expect([await ask(first), await ask(first)]).toEqual([200, 429]);
  expect([await ask({ remoteAddress: '203.0.113.10' }), await ask(), await ask()]).toEqual([
    200, 200, 200,
  ]);
});

/** Makes the text of a call, which greets with its message. */
function toCall(text: string): string {
  const message = { messageId: text, role: 'ROLE_USER', parts: [{ text }] };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
}

function post(body: NonNullable<RequestInit['body']>, signal?: AbortSignal): Request {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const init = {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
    ...(signal && { signal }),
  } as const;
  return new Request(`${publicUrl}a2a`, init);
}

test('a caller who goes while it is identified begins nothing', async () => {
  const asked = createGate();
  const identified = createGate();
  const { fetch } = create({
    async authenticate({ url }) {
      if (url?.endsWith('?wait') !== true) return undefined;
      asked.open();
      await identified.opened;
      return undefined;
    },
  });
  const caller = new AbortController();
  const early = post(toCall('early'), caller.signal);
  const answered = fetch(new Request(`${publicUrl}a2a?wait`, early));
  await asked.opened;
  caller.abort();
  expect((await answered).status).toBe(499);
  identified.open();
  expect((await fetch(post(toCall('late')))).status).toBe(200);
  expect(greeted).toContain('late');
  expect(greeted).not.toContain('early');
});

test('a program may pass anything beside a request', async () => {
  const { fetch } = create();
  const request = (): Request => new Request(`${publicUrl}healthz`);
  const anything: readonly unknown[] = [null, undefined, 7, 'x', []];
  for (const context of anything) {
    expect((await fetch(request(), context as object)).status).toBe(200);
  }
});

test('a handler that closes refuses messages, and is not ready', async () => {
  const { fetch, close } = create();
  await close();
  expect((await fetch(new Request('https://example.com/agents/readyz'))).status).toBe(503);
  expect((await fetch(new Request('https://example.com/agents/healthz'))).status).toBe(200);
});

test('an error of a function of the program is an answer, and no rejection', async () => {
  const { fetch } = create({
    authenticate: () => {
      throw new Error('broken');
    },
  });
  const answer = await fetch(new Request('https://example.com/agents/a2a/rest/tasks'));
  expect(answer.status).toBe(500);
});
