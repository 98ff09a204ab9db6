import { defineAgent, defineSkill } from '@formwork/core';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { startServer } from '../support/start-server.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { createFixtureAgent, createFixtureLog } from './fixture-agent.ts';
import { connectHost, connectModern, connectOld, serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';
import { LOGIN } from './visitor-agent.ts';

// Each test waits for its own bridges and agents.
followTests();

interface ToldChange {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

async function startFixture(log = createFixtureLog()): Promise<string> {
  const { url } = await startServer(createFixtureAgent(log), { openTasks: true });
  return url;
}

test.concurrent('another bridge goes on with a task when the first is killed', async ({
  expect,
}) => {
  const log = createFixtureLog();
  const url = await startFixture(log);
  const options = { agents: [{ alias: 'fix', url }], handleKey: randomBytes(32), budgetMs: 1500 };
  const first = await connectHost('new stdio', options);
  const begun = await first.call('fix_work', { name: 'job' });
  expect(begun).toMatchObject({ structuredContent: { state: 'working' } });
  const { transport } = first.client;
  const pid = transport !== undefined && 'pid' in transport ? Number(transport.pid) : 0;
  process.kill(pid, 'SIGKILL');
  const second = await connectHost('old http', options);
  log.steps.lift('job');
  const args = { task_id: begun.structuredContent?.['task_id'], wait_seconds: 10 };
  await expect
    .poll(() => second.call('a2a_task', args))
    .toMatchObject({ structuredContent: { state: 'completed', text: 'worked' } });
  const stranger = await connectHost('new http', { ...options, handleKey: randomBytes(32) });
  expect(await stranger.call('a2a_task', args)).toMatchObject({ isError: true });
});

test.concurrent('tasks and sessions are for nobody else', async ({ expect }) => {
  const agents = [{ alias: 'fix', url: await startFixture() }];
  const url = await serveBridge(
    { agents, budgetMs: 1500 },
    {
      authenticate: ({ headers }) => {
        const { authorization } = headers;
        return authorization === undefined ? undefined : authorization.slice('Bearer '.length);
      },
    },
  );
  const as = (name: string) => ({ requestInit: { headers: { authorization: `Bearer ${name}` } } });
  const ada = await connectModern(new StreamableHTTPClientTransport(url, as('ada')));
  const bob = await connectModern(new StreamableHTTPClientTransport(url, as('bob')));
  const begun = await ada.call('fix_work', { name: 'job' });
  const args = { task_id: begun.structuredContent?.['task_id'], action: 'cancel' };
  expect(await bob.call('a2a_task', args)).toMatchObject({ isError: true });
  expect(await ada.call('a2a_task', args)).toMatchObject({
    structuredContent: { state: 'canceled' },
  });
  const transport = new OldTransport(url, as('ada'));
  await connectOld(transport);
  const stolen = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: 'Bearer bob',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': transport.sessionId ?? '',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(stolen.status).toBe(404);
  const unknown = await fetch(url, { method: 'POST', body: '{}' });
  expect(unknown.status).toBe(401);
});

test.concurrent('pages of other sites cannot reach it', async ({ expect }) => {
  const url = await serveBridge({ agents: [{ alias: 'fix', url: await startFixture() }] });
  expect(await callRaw(url, 'tools/list')).toMatchObject({ status: 200 });
  const evil = { headers: { origin: 'https://evil.example' } };
  expect(await callRaw(url, 'tools/list', evil)).toMatchObject({ status: 403 });
  expect(await callRaw(url, 'tools/list', { headers: { host: 'evil.example' } })).toMatchObject({
    status: 421,
  });
  const local = { headers: { origin: 'http://localhost:1234' } };
  expect(await callRaw(url, 'tools/list', local)).toMatchObject({ status: 200 });
  const asks = { 'access-control-request-method': 'POST' };
  const ask = (origin: string) =>
    fetch(url, { method: 'OPTIONS', headers: { ...asks, origin } }).then(({ status, headers }) => [
      status,
      headers.get('access-control-allow-origin'),
    ]);
  expect(await ask('http://localhost:1234')).toEqual([204, 'http://localhost:1234']);
  expect(await ask('https://evil.example')).toEqual([403, null]);
});

test.concurrent('lists say how long they count, in the same order', async ({ expect }) => {
  const agents = [
    { alias: 'zoo', url: await startFixture() },
    { alias: 'ant', url: await startFixture() },
  ];
  const url = await serveBridge({ agents, freshMs: 12_345 });
  const first = await callRaw(url, 'tools/list');
  expect(first.result).toMatchObject({ ttlMs: 12_345, cacheScope: 'private' });
  const names = (first.result['tools'] as { name: string }[]).map(({ name }) => name);
  expect(names[0]).toBe('ant_compare');
  expect(names.at(-1)).toBe('a2a_task');
  const reversed = await serveBridge({ agents: agents.toReversed(), freshMs: 12_345 });
  expect((await callRaw(reversed, 'tools/list')).result['tools']).toEqual(first.result['tools']);
});

test.concurrent('a state is for the call that it was made for', async ({ expect }) => {
  const url = await serveBridge({ agents: [{ alias: 'fix', url: await startFixture() }] });
  const capabilities = { elicitation: { form: {} } };
  const asked = await callRaw(url, 'tools/call', {
    params: { name: 'fix_greet', arguments: { a: 1 } },
    capabilities,
  });
  const { requestState, inputRequests } = asked.result;
  expect(inputRequests).toMatchObject({ answer: { method: 'elicitation/create' } });
  const inputResponses = { answer: { action: 'accept', content: { reply: 'Ada' } } };
  const go = (name: string, args: object, state: unknown) =>
    callRaw(url, 'tools/call', {
      params: { name, arguments: args, requestState: state, inputResponses },
      capabilities,
    });
  for (const wrong of [
    await go('fix_greet', { a: 2 }, requestState),
    await go('fix_order', { a: 1 }, requestState),
    await go('fix_greet', { a: 1 }, `${String(requestState)}x`),
  ]) {
    expect(wrong.error).toMatchObject({ code: -32602 });
  }
  expect(await go('fix_greet', { a: 1 }, requestState)).toMatchObject({
    result: { structuredContent: { text: 'Hello, Ada!' } },
  });
});

test.concurrent('a late answer is no consent to the sign-in that follows, and its host is told', async ({
  expect,
}) => {
  const enter = defineSkill({
    id: 'enter',
    name: 'Enter',
    description: 'Asks, and then wants a sign-in.',
    tags: [],
    input: { any: { type: 'object' } },
    async run({ task }) {
      const schema = { type: 'object', properties: { code: { type: 'string' } } } as const;
      const { code } = await task.ask('Which?', { name: 'authorization', schema });
      await task.authorize('Show your face.', { url: LOGIN });
      return code ?? 'none';
    },
  });
  const agent = defineAgent({ name: 'Doors', version: '1', skills: [enter] });
  const { url: direct } = await startServer(agent, { openTasks: true });
  const agents = [{ alias: 'd', url: direct, authorizationHosts: [new URL(LOGIN).host] }];
  const url = await serveBridge({ agents });
  const capabilities = { elicitation: { form: {}, url: {} } };
  const call = async (more: object = {}) => {
    const params = { name: 'd_enter', arguments: {}, ...more };
    return (await callRaw(url, 'tools/call', { params, capabilities })).result;
  };
  const { requestState } = await call();
  const give = (code: string) => {
    const authorization = { action: 'accept', content: { code } };
    return call({ requestState, inputResponses: { authorization } });
  };
  const mode = { authorization: { params: { mode: 'url', url: LOGIN } } };
  const taken = await give('a');
  expect(taken).toMatchObject({ inputRequests: mode });
  const late = await give('b');
  expect(late).toMatchObject({
    inputRequests: mode,
    _meta: { 'dev.formwork/a2a': { answer: 'not_used' } },
  });
  expect(JSON.stringify(late['inputRequests'])).toContain('another answer was taken first');
  // What was taken may be repeated, and is no consent either.
  expect(JSON.stringify(await give('a'))).not.toContain('not_used');
  const inputResponses = { authorization: { action: 'accept' } };
  const end = await call({ requestState: taken['requestState'], inputResponses });
  expect(end).toMatchObject({ structuredContent: { text: 'a' } });
});

test.concurrent('hosts that follow tasks get one, with its question', async ({ expect }) => {
  const log = createFixtureLog();
  const agents = [{ alias: 'fix', url: await startFixture(log) }];
  const url = await serveBridge({ agents, taskAfterMs: 1000 });
  const capabilities = {
    elicitation: { form: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  };
  const call = (method: string, params: object) => callRaw(url, method, { params, capabilities });
  const begin = async (name: string): Promise<unknown> => {
    let result: Readonly<Record<string, unknown>> = {};
    // Without a task, the agent has not taken the message in time, and the tool is called again.
    await expect
      .poll(async () => {
        ({ result } = await call('tools/call', { name: 'fix_work', arguments: { name } }));
        return result;
      })
      .toMatchObject({
        resultType: 'task',
        status: 'working',
        ttlMs: expect.any(Number) as number,
      });
    return result['taskId'];
  };
  const taskId = await begin('first');
  expect((await call('tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
  log.steps.lift('first');
  await expect
    .poll(async () => (await call('tasks/get', { taskId })).result)
    .toMatchObject({
      status: 'completed',
      result: { resultType: 'complete', structuredContent: { text: 'worked' } },
    });
  const other = await begin('second');
  await call('tasks/cancel', { taskId: other });
  await expect
    .poll(async () => (await call('tasks/get', { taskId: other })).result)
    .toMatchObject({ status: 'cancelled' });
  expect((await call('tasks/get', { taskId: 'none' })).error).toMatchObject({ code: -32602 });
  for (const wrong of [{}, { taskId: 7 }, { taskId: 'x'.repeat(8193) }]) {
    expect((await call('tasks/get', wrong)).error).toEqual({
      code: -32602,
      message: 'Invalid params for tasks/get: taskId: must be a string of at most 8192 characters',
    });
  }
});

test.concurrent('a host is told when a card changes', async ({ expect }) => {
  const skills = [{ id: 'one', name: 'One', description: '', tags: [] }];
  const fields = { skills };
  const agent = await startRawAgent(
    ({ reply }) => reply({ task: toTask('t', 'TASK_STATE_COMPLETED') }),
    fields,
  );
  const bridge = { agents: [{ alias: 'raw', url: agent }], freshMs: 100 };
  const old = await connectHost('old http', bridge);
  let told = 0;
  const updated: unknown[] = [];
  old.client.fallbackNotificationHandler = ({ method, params }: ToldChange) => {
    if (method === 'notifications/resources/updated') updated.push(params?.['uri']);
    told += method === 'notifications/tools/list_changed' ? 1 : 0;
    return Promise.resolve();
  };
  expect((await old.listTools()).map(({ name }) => name)).toEqual([
    'raw_one',
    'raw_ask',
    'a2a_task',
  ]);
  const client = old.client as OldClient;
  await client.subscribeResource({ uri: 'a2a://agents/raw/card' });
  // What a host subscribes to is kept for as long as its session lasts.
  const long = { uri: `a2a://${'x'.repeat(60_000)}` };
  await client.subscribeResource(long);
  await client.subscribeResource(long);
  const more = { uri: `${long.uri}x` };
  await expect(client.subscribeResource(more)).rejects.toThrow('at most 100000 characters');
  await client.unsubscribeResource(long);
  await client.subscribeResource(more);
  told = 0;
  skills.push({ id: 'two', name: 'Two', description: '', tags: [] });
  await expect
    .poll(async () => (await old.listTools()).map(({ name }) => name))
    .toContain('raw_two');
  await expect.poll(() => told).toBeGreaterThan(0);
  await expect.poll(() => updated).toContain('a2a://agents/raw/card');
});

test.concurrent('agents that do not answer hold nobody up', async ({ expect }) => {
  const silent = createHttpServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const agents = [
    { alias: 'fix', url: await startFixture() },
    { alias: 'silent', url: `http://127.0.0.1:${port}` },
    { alias: 'gone', url: 'http://127.0.0.1:9' },
  ];
  // A list that waited for the silent agent would wait for as long as a test may take.
  const host = await connectHost('new http', {
    agents,
    listTimeoutMs: WAIT_LIMIT / 20,
    cardTimeoutMs: 2 * TEST_LIMIT,
  });
  // The next list does not wait for agents that were slow before, and has what came meanwhile.
  await expect
    .poll(async () => (await host.listTools()).map(({ name }) => name))
    .toContain('fix_compare');
  const names = (await host.listTools()).map(({ name }) => name);
  expect(names.filter((name) => /^(?:silent|gone)/u.test(name))).toEqual([]);
  expect(await host.call('gone_ask', { message: 'x' })).toMatchObject({ isError: true });
  expect(await host.call('fix_talk', { message: 'x' })).toMatchObject({
    structuredContent: { state: 'completed' },
  });
});

test.concurrent("an answer about a lost call ends the questions of the SDK's first version", async ({
  expect,
}) => {
  const agents = [{ alias: 'fix', url: await startFixture() }];
  const url = await serveBridge({ agents });
  const asked: (string | null)[] = [];
  const transport = new OldTransport(url, {
    reconnectionOptions: {
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 2,
    },
    fetch: (input, init) => {
      if (init?.method === 'GET') asked.push(new Headers(init.headers).get('last-event-id'));
      return fetch(input, init);
    },
  });
  onTestFinished(() => transport.close());
  const answers: unknown[] = [];
  Object.assign(transport, { onmessage: (answer: unknown) => void answers.push(answer) });
  await transport.start();
  const call = {
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: { name: 'fix_work' },
  } as const;
  await transport.send(call, { resumptionToken: 'call-7' });
  await expect.poll(() => answers).toMatchObject([{ id: 7, result: { isError: true } }]);
  // A host that asks again does so at once, before these are answered.
  for (const _ of [1, 2, 3]) await callRaw(url, 'tools/list');
  expect(asked).toEqual(['call-7']);
});
