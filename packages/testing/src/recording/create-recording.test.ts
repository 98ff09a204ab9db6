import { defineAgent, defineSkill } from '@formwork/core';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestAgent } from '../test-agent.ts';
import { createTestClock } from '../test-clock.ts';
import { createRecording } from './create-recording.ts';

const AGENT = 'https://agent.example';

let folder: string;
beforeAll(async () => {
  // Where CI is set, nothing is recorded.
  vi.stubEnv('CI', '');
  vi.stubEnv('FORMWORK_RECORD', '');
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Serves HTTP until the returned function is called. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Reads a stream of events to its end; after the last event it leaves if it is told to. */
async function read(response: Response, leave?: AbortController | 'leave'): Promise<string> {
  let all = '';
  try {
    for await (const bytes of response.body ?? []) {
      all += new TextDecoder().decode(bytes);
      if (!all.includes('lines')) continue;
      if (leave === 'leave') return `${all}(left)`;
      leave?.abort();
    }
  } catch {
    return `${all}(broken)`;
  }
  return all;
}

test('streams that break, and those that the caller leaves, are replayed as they were', async () => {
  const server = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(': beat\n\nid: 1\nevent: tick\ndata: {"a":1}\n\n');
    response.write('data: two\ndata: lines\n\n', () => {
      if (request.url === '/broken') response.destroy();
      if (request.url === '/whole') response.end();
    });
  });
  const file = join(folder, 'streams.json');
  const story = async (fetch: typeof globalThis.fetch) => {
    const left = new AbortController();
    return [
      await read(await fetch(`${AGENT}/whole`)),
      await read(await fetch(`${AGENT}/broken`)),
      await read(await fetch(`${AGENT}/open`), 'leave'),
      await read(await fetch(`${AGENT}/open`, { signal: left.signal }), left),
    ];
  };
  const options = { addresses: { [AGENT]: server.url } };
  const recording = await createRecording(file, { ...options, mode: 'record' });
  const recorded = await story(recording.fetch);
  await recording.close();
  await server.close();
  const events = 'id: 1\nevent: tick\ndata: {"a":1}\n\ndata: two\ndata: lines\n\n';
  expect(recorded).toEqual([events, `${events}(broken)`, `${events}(left)`, `${events}(broken)`]);
  await using replay = await createRecording(file, { mode: 'replay' });
  expect(await story(replay.fetch)).toEqual(recorded);
});

test('texts, bytes, redirects and empty answers are replayed; what nobody answers is not', async () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  const server = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/text' }).end();
    else if (request.url === '/bytes') response.end(bytes);
    else if (request.url === '/none') response.writeHead(204).end();
    else if (request.url === '/cut') response.destroy();
    else if (request.url !== '/silent') {
      response.writeHead(503, { 'retry-after': '7', 'set-cookie': 'a=b', date: 'today' });
      response.end(`Busy at ${request.headers['if-none-match'] ?? 'noon'}`);
    }
  });
  const file = join(folder, 'answers.json');
  const story = async (fetch: typeof globalThis.fetch) => {
    const moved = await fetch(`${AGENT}/moved`, { redirect: 'manual' });
    const busy = await fetch(new URL(`${AGENT}/busy`), { headers: { 'if-none-match': 'x' } });
    const posted = await fetch(new Request(`${AGENT}/bytes`, { method: 'POST', body: bytes }));
    // Real time: the error of such a signal is recorded.
    const signal = AbortSignal.timeout(20);
    const silent = fetch(`${AGENT}/silent`, { signal }).catch(({ name }: Error) => name);
    return [
      [moved.status, moved.headers.get('location')],
      [busy.status, busy.headers.get('retry-after'), await busy.text()],
      Buffer.from(await posted.arrayBuffer()).toString('hex'),
      (await fetch(`${AGENT}/none`)).status,
      await silent,
    ];
  };
  const own = { [AGENT]: server.url };
  const recording = await createRecording(file, { mode: 'record', addresses: own });
  const recorded = await story(recording.fetch);
  await expect(recording.fetch(`${AGENT}/cut`)).rejects.toThrow('fetch failed');
  await recording.close();
  expect(recorded[1]).toEqual([503, '7', 'Busy at noon']);
  expect(recorded[4]).toBe('TimeoutError');
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(/cookie|today|cut/u);
  await using replay = await createRecording(file, { mode: 'replay', origins: [AGENT] });
  expect(await story(replay.fetch)).toEqual(recorded);
  expect((await replay.fetch(`${server.url}/none`)).status).toBe(204);
  await server.close();
});

test('with a clock, agents take the time that they took', async () => {
  const file = join(folder, 'slow.json');
  const response = { status: 200, headers: { 'content-type': 'text/event-stream' } };
  const events = [{ json: 1 }, { json: 2, afterSeconds: 20 }, { text: 'three' }];
  const stream = {
    request: { method: 'GET', url: `${AGENT}/events` },
    response: { ...response, afterSeconds: 5, events },
  };
  const silent = { request: { method: 'GET', url: `${AGENT}/silent` } };
  await writeFile(file, JSON.stringify({ recording: 1, exchanges: [stream, silent] }));
  const received: string[] = [];
  const listen = defineSkill({
    id: 'listen',
    name: 'Listen',
    description: 'Listens.',
    tags: [],
    timeoutMs: 30_000,
    async text() {
      const { body } = await fetch(`${AGENT}/events`);
      for await (const bytes of body ?? []) received.push(new TextDecoder().decode(bytes));
      await fetch(`${AGENT}/silent`);
    },
  });
  using clock = createTestClock();
  await using recording = await createRecording(file, { mode: 'replay', global: true, clock });
  const agent = defineAgent({ name: 'Listener', version: '1', skills: [listen] });
  await using tested = createTestAgent(agent, { clock });
  const sending = tested.send('begin');
  await clock.advance('4s');
  expect(received).toEqual([]);
  await clock.advance('2s');
  expect(received).toEqual(['data: 1\n\n']);
  await clock.advance('20s');
  expect(received).toEqual(['data: 1\n\n', 'data: 2\n\n', 'data: three\n\n']);
  await clock.advance('10s');
  expect((await sending).state).toBe('failed');
  await recording.close();
});

test('a message that is sent again after a failure is the same message', async () => {
  const request = { method: 'POST', url: `${AGENT}/rpc` };
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const send = (number: number, status: number, text: string) => ({
    request: { ...request, json: { message: { messageId: id(number), parts: [] } } },
    response: { status, text: `${text} ${id(number)}` },
  });
  const exchanges = [send(1, 503, 'busy'), send(1, 200, 'one'), send(2, 200, 'two')];
  const file = join(folder, 'again.json');
  await writeFile(file, JSON.stringify({ recording: 1, exchanges }));
  await using replay = await createRecording(file, { mode: 'replay' });
  const post = async (messageId: string) => {
    const body = JSON.stringify({ message: { messageId, parts: [] } });
    const headers = { 'content-type': 'application/json' };
    return (await replay.fetch(request.url, { method: 'POST', body, headers })).text();
  };
  expect([await post('first'), await post('second'), await post('first')]).toEqual([
    'busy first',
    'two second',
    'one first',
  ]);
  await expect(post('third')).rejects.toThrow('each recorded request answers once');
});

/** Records a request with a made-up answer, and returns what the file has; a replay must find it. */
async function keep(
  name: string,
  { url = AGENT, body, answer = Response.json({}), cards = {} }: KeepOptions,
): Promise<string> {
  const file = join(folder, `${name}.json`);
  const send = (fetch: typeof globalThis.fetch) =>
    fetch(url, {
      redirect: 'manual',
      ...(body !== undefined && { method: 'POST', body, headers: JSON_TYPE }),
    });
  const fetch = () => Promise.resolve(answer);
  const recording = await createRecording(file, { mode: 'record', fetch, cards });
  await send(recording.fetch);
  await recording.close();
  const replay = await createRecording(file, { mode: 'replay' });
  await send(replay.fetch);
  await replay.close();
  return readFile(file, 'utf8');
}

interface KeepOptions {
  readonly url?: string;
  readonly body?: string;
  readonly answer?: Response;
  readonly cards?: Readonly<Record<string, object>>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

test('the writeOnly fields of a given card are hidden, also if no card was fetched', async () => {
  const login = { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } };
  const card = { capabilities: {}, skills: [], schemas: { login } };
  const metadata = { mimeType: 'application/json;schema=login' };
  const body = JSON.stringify({ message: { parts: [{ data: { pin: 'ada-1815' }, metadata }] } });
  const text = await keep('card', { body, cards: { [AGENT]: card } });
  expect(text).toContain('"pin": "[secret]"');
});

test('requests for tokens are hidden in every form, and so are tokens in fragments', async () => {
  const grant = { grant_type: 'password', username: 'ada', password: 'ada-1815' };
  const location = 'https://app.example/back#access_token=ada-1815&state=1';
  const texts = [
    await keep('json', { body: JSON.stringify(grant) }),
    await keep('form', { body: `${String(new URLSearchParams(grant))}&` }),
    await keep('bare', { body: `flag=&empty&${String(new URLSearchParams(grant))}` }),
    await keep('back', { answer: new Response(null, { status: 302, headers: { location } }) }),
  ];
  for (const text of texts) {
    expect(text).toContain('[secret]');
    expect(text).not.toContain('1815');
  }
  expect(texts[3]).toContain('back#access_token=[secret]&state=1');
});

test('a query with a question mark in it is kept whole', async () => {
  const url = `${AGENT}/go?to=https://a.example/?b=1&token=ada?1815`;
  const text = await keep('query', { url });
  expect(text).toContain('/go?to=https://a.example/?b=1&token=[secret]"');
});

test('a text with many secrets is compared in a moment, also one that differs', async () => {
  const file = join(folder, 'many.json');
  const send = (fetch: typeof globalThis.fetch, count: number) => {
    const list = Array.from({ length: count }, (_, index) => `pin ${1_000 + index} of ada, `);
    const body = JSON.stringify({ text: `${list.join('')}and ${count} in all` });
    return fetch(AGENT, { method: 'POST', body, headers: JSON_TYPE });
  };
  const fetch = () => Promise.resolve(Response.json({}));
  const recording = await createRecording(file, { mode: 'record', fetch, redact: [/\d{4}/u] });
  await send(recording.fetch, 20);
  await recording.close();
  const replay = await createRecording(file, { mode: 'replay' });
  expect((await send(replay.fetch, 20)).status).toBe(200);
  await expect(send(replay.fetch, 60)).rejects.toThrow('differs at /text');
  await expect(replay.close()).rejects.toThrow('differs at /text');
});
