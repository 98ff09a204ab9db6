// Not over every binding: the doors of other protocols are the subject, on each program.

import { createEnvelope, createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { type Agent, defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter, readElementFile } from '@formwork/embed';
import { createPeopleAdapter } from '@formwork/people';
import { createApiKeyAuthentication } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { collect, readEvents } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { HOSTS, type HostedAgent } from './hosts.ts';

const KEY = 'a-key-that-is-long-enough';

const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });

const JSON_TYPE = { 'content-type': 'application/json' };

/** Makes an agent that doubles, also for visitors; `hold` is awaited before the result. */
function createAgent(hold: (signal: AbortSignal) => Promise<unknown> = async () => {}): Agent {
  const number = { type: 'object', properties: { value: { type: 'number' } } } as const;
  const numbers = { ...number, required: ['value'], additionalProperties: false } as const;
  const double = defineSkill({
    id: 'double',
    name: 'Double',
    description: 'Doubles.',
    tags: [],
    publish: { form: true },
    input: { number: numbers },
    output: { doubled: numbers },
    async run({ input, task }) {
      await hold(task.signal);
      return { value: input.value * 2 };
    },
  });
  return defineAgent({ name: 'Hosted', version: '1', skills: [double] });
}

/** Makes a body that begins and never ends. */
function createEndless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  });
}

/** Options of {@link post}. */
interface PostOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

function post(
  { url, fetch }: HostedAgent,
  path: string,
  { headers, ...init }: PostOptions = {},
): Promise<Response> {
  const all = { ...JSON_TYPE, ...headers };
  return fetch(url + path, { method: 'POST', headers: all, duplex: 'half', ...init });
}

const toSubmission = (value: unknown) =>
  JSON.stringify({
    kind: 'input',
    messageId: randomUUID(),
    schema: 'number',
    data: { value },
    files: [],
  });

const toRequest = (parameters: object) =>
  JSON.stringify(
    createEnvelope({
      type: 'request',
      sender: 'peer',
      recipient: 'hosted',
      payload: { method: 'double', parameters },
    }),
  );

describe.each(HOSTS)('on $name', ({ serve, path: base }) => {
  const serveSessions = (agent = createAgent(), options = {}) =>
    serve(agent, { adapters: [createSessionAdapter({ path: '/talk' })], ...options });

  test('a session is begun, has its messages, and streams them until its reader goes', async () => {
    const agent = await serveSessions();
    const begun = await post(agent, '/talk/sessions', { body: '{}' });
    const { session } = (await begun.json()) as { readonly session: { readonly id: string } };
    expect([begun.status, begun.headers.get('location')]).toEqual([
      201,
      `${base}/talk/sessions/${session.id}`,
    ]);
    const sessionPath = `/talk/sessions/${session.id}`;
    const over = new AbortController();
    const streamed = await agent.fetch(`${agent.url}${sessionPath}/stream`, {
      signal: over.signal,
    });
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    const live = readEvents(streamed);
    expect((await live.next()).value?.data).toMatchObject({ type: 'session' });
    const type = 'application/json;schema=number';
    const artifacts = [{ id: 'in_1', type, data: { value: 4 } }];
    const body = JSON.stringify({ role: 'user', content: 'Please.', artifacts });
    const sent = await post(agent, `${sessionPath}/messages`, { body });
    expect(JSON.stringify(await sent.json())).toContain('{"value":8}');
    expect((await live.next()).value?.data).toHaveProperty('type');
    over.abort();
    const listed = await agent.fetch(`${agent.url}${sessionPath}/messages?limit=1`);
    expect(await listed.json()).toHaveProperty('messages');
    const wrong = await agent.fetch(`${agent.url}/talk/nowhere`);
    expect([wrong.status, await wrong.json()]).toMatchObject([
      404,
      { error: { message: `Nothing is served at GET ${base}/talk/nowhere` } },
    ]);
    const asked = await agent.fetch(`${agent.url}/TALK/sessions`, { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual(
      // Hono compares paths exactly up to that of the agent only.
      [204, 'POST'],
    );
  });

  test('an envelope is answered, and a wrong one is refused', async () => {
    const adapters = [createEnvelopeAdapter({ agentId: 'hosted' })];
    const agent = await serve(createAgent(), { adapters, openTasks: true });
    const answered = await post(agent, '/messages', { body: toRequest({ value: 4 }) });
    expect(await answered.json()).toMatchObject({
      message_type: 'response',
      payload: { data: expect.anything() as unknown },
    });
    const text = { 'content-type': 'text/plain' };
    const refused = await post(agent, '/messages', { body: toRequest({}), headers: text });
    expect(refused.status).toBe(415);
    const other = await agent.fetch(`${agent.url}/messages`);
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('people find and save their tasks', async () => {
    const adapters = [createPeopleAdapter()];
    const agent = await serve(createAgent(), { adapters, authenticate });
    const ask = (path: string, headers = {}) =>
      agent.fetch(`${agent.url}/people${path}`, { headers: { 'x-api-key': KEY, ...headers } });
    expect(await (await ask('/me')).json()).toEqual({ person: { id: 'ada', isLocal: false } });
    expect((await ask('/me', { 'x-api-key': 'wrong' })).status).toBe(401);
    const headers = { 'x-api-key': KEY, 'a2a-version': '1.0' };
    const part = { data: { value: 4 }, mediaType: 'application/json;schema=number' };
    const message = { messageId: '1', role: 'ROLE_USER', parts: [part] };
    await post(agent, '/a2a/rest/message:send', { headers, body: JSON.stringify({ message }) });
    const saved = await ask('/tasks.csv');
    expect(saved.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await saved.text()).toMatch(/^\uFEFF?id,skill,state[^]*\r\n.*,double,completed,/u);
    expect((await ask('/tasks?state=nonsense')).status).toBe(400);
    expect((await ask('/nowhere')).status).toBe(404);
    const inbox = await ask('/inbox');
    const tag = inbox.headers.get('etag') ?? '';
    expect(await inbox.json()).toMatchObject({ questions: [] });
    expect((await ask('/inbox', { 'if-none-match': `W/${tag}` })).status).toBe(304);
    const head = await agent.fetch(`${agent.url}/people/me`, {
      method: 'HEAD',
      headers: { 'x-api-key': KEY },
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('visitors get a form, its script and the events of what they send', async () => {
    const adapters = [createPublicFormsAdapter()];
    const agent = await serve(createAgent(), { adapters });
    const at = `${agent.url}/forms`;
    const page = await agent.fetch(`${at}/double?embed`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(await page.text()).toContain('<formwork-form skill="double"');
    const script = await agent.fetch(`${at}/element.js`, { headers: { 'accept-encoding': '' } });
    expect(Buffer.from(await script.arrayBuffer())).toEqual(readElementFile().bytes);
    const tag = script.headers.get('etag') ?? '';
    const again = await agent.fetch(`${at}/element.js`, {
      headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const sent = await post(agent, '/forms/double/send', { body: toSubmission(4) });
    expect(sent.headers.get('x-formwork-heartbeat')).toBe('15000');
    expect(JSON.stringify(await collect(readEvents(sent)))).toContain('"value":8');
    const missing = await agent.fetch(`${at}/none`, {
      headers: { accept: 'text/html', 'accept-language': 'de' },
    });
    expect([missing.status, missing.headers.get('vary')]).toEqual([404, 'Accept, Accept-Language']);
    expect(await missing.text()).toContain('Hier gibt es kein Formular');
    const refused = await post(agent, '/forms/double/send', { body: '[1,', headers: JSON_TYPE });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: {} }]);
  });

  test.each(['/talk/sessions', '/messages', '/people/drafts/x'])(
    '%s answers 401 before the body has come',
    async (path) => {
      const adapters = [
        createSessionAdapter({ path: '/talk' }),
        createEnvelopeAdapter(),
        createPeopleAdapter(),
      ];
      const options = { adapters, authenticate, requireAuthentication: true };
      const agent = await serve(createAgent(), options);
      const over = new AbortController();
      const response = await post(agent, path, { body: createEndless(), signal: over.signal });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).not.toBe(null);
      over.abort();
    },
  );

  test('a body for an adapter that is too large is refused while it is read', async () => {
    const agent = await serveSessions(createAgent(), { bodyLimit: '10kb' });
    let left = 40;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 0) controller.close();
        else controller.enqueue(new Uint8Array(1_000).fill(0x20));
        left -= 1;
      },
    });
    expect((await post(agent, '/talk/sessions', { body })).status).toBe(413);
  });

  test('pages of other sites may fill in forms, and reach no other adapter', async () => {
    const adapters = [createPublicFormsAdapter(), createSessionAdapter({ path: '/talk' })];
    const agent = await serve(createAgent(), { adapters });
    const headers = { origin: 'https://site.example' };
    const form = await agent.fetch(`${agent.url}/forms/double/describe`, { headers });
    expect([form.status, form.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await agent.fetch(`${agent.url}/talk/card`, { headers })).status).toBe(403);
    expect(await agent.statusUnder('evil.example', '/talk/card')).toBe(421);
  });

  test('a visitor who goes frees the place of the stream; the task goes on', async () => {
    const gate = createGate();
    const adapters = [createPublicFormsAdapter({ openStreams: 1 })];
    const agent = await serve(
      createAgent(() => gate.opened),
      { adapters },
    );
    const over = new AbortController();
    const send = (signal?: AbortSignal) =>
      post(agent, '/forms/double/send', {
        body: toSubmission(4),
        ...(signal && { signal }),
      });
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

  test('closing ends the streams of adapters', async () => {
    const agent = await serveSessions();
    const begun = await post(agent, '/talk/sessions', { body: '{}' });
    const { session } = (await begun.json()) as { readonly session: { readonly id: string } };
    const live = readEvents(await agent.fetch(`${agent.url}/talk/sessions/${session.id}/stream`));
    await live.next();
    const closed = agent.close();
    await collect(live);
    await closed;
  });
});
