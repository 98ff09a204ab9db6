import { createEnvelope, createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { connect, RequestError } from '@formwork/client';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { expect, test } from 'vitest';
import { createAgent, send, sendForTask, start } from '../support/asking-agent.ts';
import { testOverBindings, findClientOptions } from '../support/bindings.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { createGate } from '../support/gate.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { startServer } from '../support/start-server.ts';
import { createTestPlace, openTestPlace } from '../support/test-engine.ts';

const authenticate = createApiKeyAuthentication({ keys: { ada: 'ada', bob: 'bob' } });
const ADA = { 'x-api-key': 'ada' };
const BOB = { 'x-api-key': 'bob' };
const input = { schema: 'open', data: { word: 'hello' } };

test.each(ALL_DOORS)(
  '$name tells a caller to wait who sends too much, and serves others',
  async (door) => {
    const { url } = await startServer(scopedAgent, {
      ...WITH_GRPC,
      authenticate,
      limits: { requestsPerMinute: 2 },
    });
    for (let n = 0; n < 2; n += 1) {
      const response = await door.stream(url, input, ADA);
      expect(response.status).toBe(200);
      await response.text();
    }
    const refused = await door.stream(url, input, ADA);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const text = await refused.text();
    expect(text).toContain('RATE_LIMITED');
    expect(text).toContain('retryDelay');
    expect((await door.stream(url, input, BOB)).status).toBe(200);
    expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  },
);

test('sessions and envelopes tell a caller to wait in their own words', async () => {
  const { url } = await startServer(scopedAgent, {
    authenticate,
    limits: { requestsPerMinute: 1 },
    adapters: [createSessionAdapter(), createEnvelopeAdapter({ path: '/messages' })],
  });
  await fetch(`${url}/sessions`, { method: 'POST', headers: ADA });
  const session = await fetch(`${url}/sessions`, { method: 'POST', headers: ADA });
  expect(session.status).toBe(429);
  expect(session.headers.get('retry-after')).not.toBeNull();
  expect(await session.json()).toMatchObject({ error: { code: 'too_many_requests' } });
  const headers = { ...ADA, 'content-type': 'application/json' };
  const envelope = await fetch(`${url}/messages`, { method: 'POST', headers, body: '{}' });
  expect(envelope.status).toBe(429);
  expect(envelope.headers.get('retry-after')).not.toBeNull();
  expect(await envelope.text()).toContain('RATE_LIMIT_EXCEEDED');
});

test.each(ALL_DOORS)('$name lets a caller open as many streams as its limit says', async (door) => {
  const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
  const everybody = () => ({ id: 'ada' });
  const { url } = await startServer(agent, {
    ...WITH_GRPC,
    authenticate: everybody,
    limits: { openStreams: 1 },
  });
  const asked = await start(url);
  const first = await door.subscribe(url, asked.id);
  expect(first.status).toBe(200);
  const second = await door.subscribe(url, asked.id);
  expect(second.status).toBe(429);
  expect(await second.text()).toContain('at most 1 are open at once');
  await first.body?.cancel();
  let third: Response;
  do {
    third = await door.subscribe(url, asked.id);
    if (third.status !== 200) await third.text();
  } while (third.status !== 200);
  await third.body?.cancel();
});

test('streams whose callers leave before they are let in take no place', async () => {
  const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
  let asked = 0;
  let held: Promise<void> | undefined;
  const { url } = await startServer(agent, {
    async authenticate() {
      asked += 1;
      await held;
      return { id: 'ada' };
    },
    limits: { openStreams: 1 },
  });
  const { id } = await start(url);
  const headers = { 'a2a-version': '1.0' };
  const subscribe = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}/a2a/rest/tasks/${id}:subscribe`, { headers, ...(signal && { signal }) });
  const gate = createGate();
  held = gate.opened;
  for (let n = 0; n < 3; n += 1) {
    const before = asked;
    const leaving = new AbortController();
    const left = subscribe(leaving.signal).catch((error: unknown) => error);
    await expect.poll(() => asked, { interval: 5 }).toBe(before + 1);
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
  }
  gate.open();
  // The server may notice a little later that a caller has left; a place that was lost stays lost.
  let served: Response;
  do {
    served = await subscribe();
    if (served.status !== 200) await served.text();
  } while (served.status !== 200);
  await served.body?.cancel();
});

testOverBindings(
  'a caller with too many tasks that wait is refused until some have ended',
  async () => {
    const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
    const { url } = await startServer(agent, { limits: { unfinishedTasksOfStrangers: 1 } });
    const first = await start(url);
    const { status, body } = await send(url, createMessage([createTaggedPart('any', {})]));
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('at most 1 may be under way, and 1 are') },
    });
    // The limit on new tasks does not apply to answers to a task that exists.
    const done = await sendForTask(url, createMessage([{ text: 'Ada' }], { taskId: first.id }));
    expect(done.status.state).toBe('TASK_STATE_COMPLETED');
  },
);

test('a server that is busy answers cards, and refuses the rest at once', async () => {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const agent = createAgent(async () => {
    await isOver;
    return 'Done.';
  });
  const { url } = await startServer(agent, { ...WITH_GRPC, limits: { requestsInProgress: 1 } });
  const waiting = start(url);
  let refused: Response;
  do {
    refused = await fetch(`${url}/a2a`, { method: 'POST', body: '{}' });
  } while (refused.status !== 503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.text()).toContain('the server is busy');
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  const calls = ALL_DOORS.filter(({ name }) => name === 'gRPC');
  for (const door of calls) {
    const answer = await door.stream(url, { schema: 'any', data: {} });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('the server is busy');
  }
  expect(calls).toHaveLength(1);
  end();
  expect((await waiting).status.state).toBe('TASK_STATE_COMPLETED');
});

test.each(ALL_DOORS)(
  '$name keeps as many bytes of a caller as its limit says, also after a restart, until some are forgotten',
  async (door) => {
    const place = createTestPlace();
    const options = { authenticate, limits: { storedBytes: 2_000 } };
    const long = { schema: 'open', data: { word: 'x'.repeat(1_000) } };
    const before = openTestPlace(place);
    const server = createServer(scopedAgent, { ...options, ...WITH_GRPC, engine: before });
    const first = await door.stream((await server.listen({ port: 0 })).url, long, ADA);
    expect(first.status).toBe(200);
    await first.text();
    await server.close();
    await before.close();

    const engine = openTestPlace(place);
    const { url } = await startServer(scopedAgent, { ...options, ...WITH_GRPC, engine });
    const refused = await door.stream(url, long, ADA);
    // A2A 0.3 opens the stream before the server looks at the message.
    if (door.name !== 'JSON-RPC 0.3') {
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('60');
    }
    const says = await refused.text();
    expect(says).toContain('at most 2000 bytes are kept');
    expect(says).toContain('RATE_LIMITED');
    expect(says).toContain('retryDelay');
    expect((await door.stream(url, long, BOB)).status).toBe(200);
    await engine.prune({ keepFinished: 0 });
    expect((await door.stream(url, long, ADA)).status).toBe(200);
  },
);

test('sessions and envelopes take no message that would be too much to keep', async () => {
  const { url } = await startServer(scopedAgent, {
    authenticate,
    limits: { storedBytesOfStrangers: 100 },
    adapters: [
      createSessionAdapter(),
      createEnvelopeAdapter({ path: '/messages', agentId: 'the-limited-agent' }),
    ],
  });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { session } = (await (await post('/sessions', {})).json()) as {
    readonly session: { readonly id: string };
  };
  const content = 'x'.repeat(200);
  const message = await post(`/sessions/${session.id}/messages`, { role: 'user', content });
  expect(message.status).toBe(429);
  expect(message.headers.get('retry-after')).toBe('60');
  expect(await message.json()).toMatchObject({
    error: { message: expect.stringContaining('at most 100 bytes are kept') },
  });
  const listed = await fetch(`${url}/sessions/${session.id}/messages`);
  expect(await listed.json()).toMatchObject({ messages: [] });
  const envelope = createEnvelope({
    type: 'request',
    sender: 'another-agent',
    recipient: 'the-limited-agent',
    payload: { method: 'open', parameters: { word: content } },
  });
  const refused = await post('/messages', envelope);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('at most 100 bytes are kept');
});

test('a caller opens and keeps as many sessions as its limits say, also after a restart', async () => {
  const place = createTestPlace();
  const options = {
    authenticate,
    limits: { openSessions: 2, storedSessions: 3, openSessionsOfStrangers: 1, storedBytes: 20_000 },
    adapters: [createSessionAdapter()],
  };
  const create = (url: string, headers = {}, metadata = {}): Promise<Response> =>
    fetch(`${url}/sessions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ metadata }),
    });
  const refuse = async (url: string, headers: object, says: string): Promise<void> => {
    const refused = await create(url, headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: { code: 'too_many_requests', message: expect.stringContaining(says) },
    });
  };
  const before = openTestPlace(place);
  const server = createServer(scopedAgent, { ...options, engine: before });
  const first = await server.listen({ port: 0 });
  const opened = await create(first.url, ADA);
  expect(opened.status).toBe(201);
  expect((await create(first.url, ADA)).status).toBe(201);
  await refuse(first.url, ADA, 'at most 2 may be open, and 2 are');
  expect((await create(first.url, BOB)).status).toBe(201);
  expect((await create(first.url, BOB, { long: 'x'.repeat(25_000) })).status).toBe(429);
  expect((await create(first.url)).status).toBe(201);
  await refuse(first.url, {}, 'of callers without a name at most 1 may be open');
  await server.close();
  await before.close();

  const engine = openTestPlace(place);
  const { url } = await startServer(scopedAgent, { ...options, engine });
  const session = `${url}${opened.headers.get('location') ?? ''}`;
  expect((await fetch(session, { method: 'DELETE', headers: ADA })).status).toBe(200);
  const third = await create(url, ADA);
  expect(third.status).toBe(201);
  const ended = `${url}${third.headers.get('location') ?? ''}`;
  await fetch(ended, { method: 'DELETE', headers: ADA });
  await refuse(url, ADA, 'at most 3 are kept, and 3 are');
});

testOverBindings('a client tells what a caller has to wait for', async () => {
  const { url } = await startServer(scopedAgent, {
    authenticate,
    limits: { requestsPerMinute: 1 },
  });
  const agent = await connect(url, {
    ...(await findClientOptions(url)),
    headers: ADA,
    retry: { attempts: 1 },
    extendedCard: false,
  });
  const skill = agent.skill('open');
  await skill.call({ word: 'hello' });
  const error = await skill.call({ word: 'hello' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({ reason: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
});
