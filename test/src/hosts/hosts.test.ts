// Not over every binding: the programs that serve HTTP are the subject, which gRPC does not have.

import { type Agent, defineAgent, defineSkill } from '@formwork/core';
import { createApiKeyAuthentication } from '@formwork/server';
import { describe, expect, test } from 'vitest';
import { collect, readEvents } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { HOSTS, type HostedAgent } from './hosts.ts';

const KEY = 'a-key-that-is-long-enough';

const JSON_TYPE = { 'content-type': 'application/json', 'a2a-version': '1.0' };

/** An answer of JSON-RPC, loosely typed for assertions. */
interface Answer {
  readonly result?: { readonly task?: Task };
  readonly error?: { readonly code: number; readonly message: string };
}

interface Task {
  readonly id: string;
  readonly status: { readonly state: string };
  readonly artifacts?: readonly { readonly parts: readonly { readonly data?: unknown }[] }[];
}

/** Makes an agent that doubles, asks, and counts bytes; `hold` is awaited after the progress. */
function createAgent(hold: (signal: AbortSignal) => Promise<unknown> = async () => {}): Agent {
  const texts = { description: 'Is tested.', tags: [] };
  const number = { type: 'object', properties: { value: { type: 'number' } } } as const;
  const numbers = { ...number, required: ['value'], additionalProperties: false } as const;
  const double = defineSkill({
    id: 'double',
    name: 'Double',
    ...texts,
    input: { number: numbers },
    output: { doubled: numbers },
    async run({ input, task }) {
      await task.progress('Counting', 0.5);
      await hold(task.signal);
      return { value: input.value * 2 };
    },
  });
  const ask = defineSkill({
    id: 'ask',
    name: 'Ask',
    ...texts,
    input: { nothing: { type: 'object' } },
    run: async ({ task }) => `Hello ${await task.ask('What is your name?')}`,
  });
  const count = defineSkill({
    id: 'count',
    name: 'Count',
    ...texts,
    files: ['text/plain'],
    input: { page: { type: 'object' } },
    async run({ task }) {
      const all = await Promise.all(task.files.map(({ bytes }) => bytes()));
      return String(all.reduce((sum, { byteLength }) => sum + byteLength, 0));
    },
  });
  return defineAgent({ name: 'Hosted', version: '1', skills: [double, ask, count] });
}

function toBody(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/** Options of {@link post}. */
interface PostOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

function post(
  { url, fetch }: HostedAgent,
  body: NonNullable<RequestInit['body']>,
  { headers = {}, ...init }: PostOptions = {},
): Promise<Response> {
  const all = { ...JSON_TYPE, ...headers };
  return fetch(`${url}/a2a`, { method: 'POST', headers: all, body, duplex: 'half', ...init });
}

async function call(agent: HostedAgent, method: string, params: object): Promise<Answer> {
  const response = await post(agent, toBody(method, params));
  return (await response.json()) as Answer;
}

async function send(agent: HostedAgent, parts: readonly object[], fields = {}): Promise<Task> {
  const answer = await call(agent, 'SendMessage', { message: createMessage(parts, fields) });
  expect(answer.error).toBeUndefined();
  return answer.result?.task as Task;
}

function stream(agent: HostedAgent, init: PostOptions = {}): Promise<Response> {
  const message = createMessage([createTaggedPart('number', { value: 4 })]);
  return post(agent, toBody('SendStreamingMessage', { message }), init);
}

const textsOf = (task: Task): unknown[] =>
  (task.artifacts ?? []).flatMap(({ parts }) => parts.map((part) => Reflect.get(part, 'text')));

/** Makes a body that is sent in pieces without a length; it ends after all pieces. */
function inPieces(pieces: number, size: number): ReadableStream<Uint8Array> {
  let left = pieces;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(0x20));
      left -= 1;
    },
  });
}

/** Makes a body that begins and never ends. */
function createEndless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  });
}

describe.each(HOSTS)('on $name', ({ name, serve, path: base }) => {
  test('cards are read, kept and refused as everywhere', async () => {
    const { url, fetch } = await serve(createAgent());
    const card = await fetch(`${url}/.well-known/agent-card.json`, {
      headers: { 'a2a-version': '1.0' },
    });
    expect(card.headers.get('content-type')).toBe('application/json');
    expect(card.headers.get('cache-control')).toBe('public, max-age=60');
    const text = await card.text();
    expect(card.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    const { supportedInterfaces } = JSON.parse(text) as { supportedInterfaces: { url: string }[] };
    expect(supportedInterfaces[0]?.url).toBe(`${url}/a2a`);
    const head = await fetch(`${url}/.well-known/agent-card.json`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
    const wrong = await fetch(`${url}/.well-known/agent-card.json`, { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('a call is answered over JSON-RPC, REST and A2A 0.3', async () => {
    const agent = await serve(createAgent());
    const part = createTaggedPart('number', { value: 4 });
    const task = await send(agent, [part]);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(task.artifacts?.[0]?.parts[0]?.data).toEqual({ value: 8 });
    const rest = await agent.fetch(`${agent.url}/a2a/rest/message:send?tenant=other`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ message: createMessage([part]) }),
    });
    expect(((await rest.json()) as Answer['result'])?.task?.status.state).toBe(
      'TASK_STATE_COMPLETED',
    );
    const listed = await agent.fetch(`${agent.url}/a2a/rest/tasks/${task.id}?historyLength=0`, {
      headers: JSON_TYPE,
    });
    expect(await listed.json()).toMatchObject({ id: task.id });
    const legacy = {
      kind: 'message',
      messageId: '1',
      role: 'user',
      parts: [{ kind: 'text', text: 'x' }],
    };
    const former = await agent.fetch(`${agent.url}/a2a/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toBody('message/send', { message: legacy }),
    });
    expect(await former.json()).toMatchObject({ result: { kind: expect.any(String) as string } });
  });

  test('wrong data is refused with what is wrong, and broken JSON as such', async () => {
    const agent = await serve(createAgent());
    const message = createMessage([createTaggedPart('number', { value: 'four' })]);
    const { error } = await call(agent, 'SendMessage', { message });
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('value') as string,
    });
    const broken = await post(agent, '{"jsonrpc":');
    expect(await broken.json()).toMatchObject({ error: { code: -32700 } });
    const empty = await agent.fetch(`${agent.url}/a2a`, { method: 'POST', headers: JSON_TYPE });
    expect(await empty.json()).toMatchObject({ error: { code: -32700 } });
  });

  test('a compressed body is read', async () => {
    const agent = await serve(createAgent());
    const message = createMessage([createTaggedPart('number', { value: 4 })]);
    const { gzipSync } = process.getBuiltinModule('node:zlib');
    const response = await post(agent, gzipSync(toBody('SendMessage', { message })), {
      headers: { 'content-encoding': 'gzip' },
    });
    expect(await response.json()).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
  });

  test('events come while the task works, and a stream goes on after the last one', async () => {
    const gate = createGate();
    const agent = await serve(createAgent(() => gate.opened));
    const response = await stream(agent);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const live = readEvents(response);
    const { value: first } = await live.next();
    const [taskId = ''] = (first?.id ?? '').split(':');
    const resumed = await post(agent, toBody('SubscribeToTask', { id: taskId }), {
      headers: { 'last-event-id': `${taskId}:1` },
    });
    const again = readEvents(resumed);
    // The task works still.
    expect((await again.next()).value?.id).toBe(`${taskId}:2`);
    gate.open();
    const rest = await collect(live);
    expect(JSON.stringify(rest.at(-1))).toContain('TASK_STATE_COMPLETED');
    expect((await collect(again)).at(-1)?.id).toBe(rest.at(-1)?.id);
  });

  test('a question is asked and answered', async () => {
    const agent = await serve(createAgent());
    const asked = await send(agent, [createTaggedPart('nothing', {})]);
    expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const done = await send(agent, [{ text: 'Ada' }], { taskId: asked.id });
    expect(done.status.state).toBe('TASK_STATE_COMPLETED');
    expect(textsOf(done)).toEqual(['Hello Ada']);
  });

  test('a task is canceled', async () => {
    const gone = createGate();
    const agent = await serve(
      createAgent((signal) => {
        signal.addEventListener('abort', () => gone.open());
        return gone.opened;
      }),
    );
    const live = readEvents(await stream(agent));
    const [id = ''] = ((await live.next()).value?.id ?? '').split(':');
    const { result } = await call(agent, 'CancelTask', { id });
    expect(result).toMatchObject({ id, status: { state: 'TASK_STATE_CANCELED' } });
    expect(JSON.stringify((await collect(live)).at(-1))).toContain('TASK_STATE_CANCELED');
  });

  test('files are taken', async () => {
    const agent = await serve(createAgent());
    const raw = Buffer.alloc(200_000, 'a').toString('base64');
    const file = { raw, filename: 'a.txt', mediaType: 'text/plain' };
    const task = await send(agent, [createTaggedPart('page', {}), file]);
    expect(textsOf(task)).toEqual(['200000']);
  });

  test.each(['/a2a', '/a2a/rest/message:send'])(
    '%s answers 401 before the body has come',
    async (path) => {
      const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
      const agent = await serve(createAgent(), { authenticate, requireAuthentication: true });
      const over = new AbortController();
      const response = await agent.fetch(agent.url + path, {
        method: 'POST',
        headers: JSON_TYPE,
        body: createEndless(),
        duplex: 'half',
        signal: over.signal,
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).not.toBe(null);
      over.abort();
      const message = createMessage([createTaggedPart('number', { value: 4 })]);
      const known = await post(agent, toBody('SendMessage', { message }), {
        headers: { 'x-api-key': KEY },
      });
      expect(known.status).toBe(200);
    },
  );

  test('a body that is too large is refused while it is read', async () => {
    const agent = await serve(createAgent(), { bodyLimit: '10kb' });
    const response = await post(agent, inPieces(40, 1_000));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
    const { gzipSync } = process.getBuiltinModule('node:zlib');
    const bomb = await post(agent, gzipSync(Buffer.alloc(1_000_000, ' ')), {
      headers: { 'content-encoding': 'gzip' },
    });
    expect(bomb.status).toBe(413);
  });

  test('pages of listed sites may ask and read; others may not call', async () => {
    const agent = await serve(createAgent(), { allowedOrigins: ['https://app.example'] });
    const from = (origin: string): Promise<Response> =>
      agent.fetch(`${agent.url}/a2a`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const asked = await from('https://app.example');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://app.example',
    ]);
    expect(asked.headers.get('vary')).toBe('Origin');
    expect((await from('https://evil.example')).status).toBe(403);
  });

  test('a name of a stranger is refused', async () => {
    const agent = await serve(createAgent());
    expect(await agent.statusUnder('localhost', '/a2a/rest/tasks')).toBe(200);
    expect(await agent.statusUnder('evil.example', '/a2a/rest/tasks')).toBe(421);
    expect(await agent.statusUnder('evil.example', '/.well-known/agent-card.json')).toBe(421);
  });

  test('health is told', async () => {
    const { url, fetch } = await serve(createAgent());
    for (const path of ['/healthz', '/readyz']) {
      const health = await fetch(url + path);
      // A router of express has none, because its app has.
      expect(health.status).toBe(name === 'express' ? 404 : 200);
    }
  });

  test('unknown paths have a 404, and the path of the agent may be in any case', async () => {
    const agent = await serve(createAgent());
    const { origin } = new URL(agent.url);
    for (const path of [`${base}/nowhere`, `${base}/a2ax`, `${base}/x/a2a`, '/elsewhere']) {
      const nowhere = await agent.fetch(origin + path);
      expect([path, nowhere.status]).toEqual([path, 404]);
    }
    const upper = await agent.fetch(`${origin}${base.toUpperCase()}/A2A/rest/tasks`, {
      headers: JSON_TYPE,
    });
    // Hono compares paths exactly, and does not ask the agent.
    expect(upper.status).toBe(name === 'Hono' ? 404 : 200);
    const options = await agent.fetch(`${agent.url}/a2a`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    const other = await agent.fetch(`${agent.url}/a2a`);
    expect(other.status).toBe(405);
  });

  test('a caller who goes frees the place of its stream', async () => {
    const gate = createGate();
    const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
    const agent = await serve(
      createAgent(() => gate.opened),
      { authenticate, limits: { openStreams: 1 } },
    );
    const headers = { 'x-api-key': KEY };
    const over = new AbortController();
    const response = await stream(agent, { headers, signal: over.signal });
    await readEvents(response).next();
    const refused = await stream(agent, { headers });
    expect(await refused.json()).toHaveProperty('error');
    over.abort();
    const readStatus = async (): Promise<string | null> => {
      const next = await stream(agent, { headers });
      const type = next.headers.get('content-type');
      await next.body?.cancel();
      return type;
    };
    await expect.poll(readStatus).toBe('text/event-stream');
    // That stream was cancelled too.
    await expect.poll(readStatus).toBe('text/event-stream');
    gate.open();
  });

  test('closing ends streams and aborts the tasks', async () => {
    const gone = createGate();
    const agent = await serve(
      createAgent((signal) => {
        signal.addEventListener('abort', () => gone.open());
        return gone.opened;
      }),
    );
    const live = readEvents(await stream(agent));
    await live.next();
    const closed = agent.close();
    await gone.opened;
    // The stream ends, be it with an event that says why.
    await collect(live);
    await closed;
  });
});
