import { defineAgent, defineSkill } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { type AgentHandlerOptions, createAgentHandler } from './create-agent-handler.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
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
  [{ adapters: [] }, TypeError, 'adapters must be an option of createServer or createAgentRouter'],
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
