import { createSessionAdapter } from '@formwork/adapters';
import { createMemoryEngine } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { findWrong } from '../../schemas/cited-examples.ts';
import { collectEvents, readEvents, type ReceivedEvent } from '../../support/event-stream.ts';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import { sessionAgent, toAct } from './session-agent.ts';
import { createSessionClient, type Message } from './session-client.ts';

interface StreamEvent {
  readonly type: string;
  readonly message?: Message;
  readonly session?: { readonly status: string };
  readonly content?: string;
  readonly in_reply_to?: string;
  readonly artifacts?: readonly { readonly data: unknown }[];
}

function toData(events: readonly ReceivedEvent[]): readonly StreamEvent[] {
  return events.map(({ data }) => data as StreamEvent);
}

const quiet = (): undefined => undefined;
const LATER = { prefer: 'respond-async' };

verifiesSessions(
  ['endpoint.stream'],
  'a stream tells of messages, progress and pieces of results, and ends with the session',
  async () => {
    const { client, apiUrl } = await serveSessions();
    const { id } = await client.create();
    await client.send(id, { content: 'Before.' });
    const stream = await fetch(`${apiUrl}/sessions/${id}/stream`);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const all: ReceivedEvent[] = [];
    const collecting = (async () => {
      for await (const event of readEvents(stream)) all.push(event);
    })();
    const waiting = await client.send(id, toAct({ do: 'wait' }), LATER);
    await client.send(id, toAct({ do: 'pieces' }));
    const told = (): string => JSON.stringify(all);
    await expect.poll(told).toContain('Waiting');
    await expect.poll(told).toContain('three');
    await client.end(id);
    await collecting;
    const data = toData(all);
    expect(data[0]).toMatchObject({ type: 'session', session: { status: 'active' } });
    expect(data.at(-1)).toMatchObject({ type: 'session', session: { status: 'completed' } });
    expect(data.find(({ type }) => type === 'progress')).toMatchObject({
      in_reply_to: waiting.id,
      content: 'Waiting',
      fraction: 0.25,
    });
    const pieces = data.filter(({ type }) => type === 'artifact');
    const texts = pieces.flatMap(({ artifacts = [] }) => artifacts.map((one) => one.data));
    expect(texts.filter((text) => typeof text === 'string').join('')).toBe('one two three');
    const messages = data.flatMap(({ message }) => (message === undefined ? [] : [message]));
    expect(messages).toEqual((await client.listAll(id)).slice(2));
    for (const message of messages) {
      expect(findWrong('urn:formwork:schemas:sessions:v1:message', message)).toEqual([]);
    }
    // Only events after which a stream can be resumed have an id.
    for (const { id: eventId, data: event } of all) {
      const { type } = event as StreamEvent;
      expect(eventId !== undefined, `for ${type}`).toBe(type === 'session' || type === 'message');
    }
  },
);

test('a stream goes on after any event, without a gap and without repeating one', async () => {
  const { client, apiUrl } = await serveSessions();
  const { id } = await client.create();
  for (const value of ['a', 'b', 'c']) await client.send(id, toAct({ do: 'echo', value }));
  await client.end(id);
  const open = (lastEventId: string) =>
    fetch(`${apiUrl}/sessions/${id}/stream`, { headers: { 'last-event-id': lastEventId } });
  const whole = await collectEvents(await open('0'));
  const ids = whole.map((event) => event.id ?? '');
  expect(whole).toHaveLength(8);
  for (const [index, eventId] of ids.entries()) {
    if (index === 0 || index === ids.length - 1) continue;
    const rest = await collectEvents(await open(eventId));
    expect(rest.slice(1)).toEqual(whole.slice(index + 1));
  }
  // After the last event the answer is 204, so that clients stop reconnecting.
  expect((await open(ids.at(-1) ?? '')).status).toBe(204);
  const fresh = await fetch(`${apiUrl}/sessions/${id}/stream`);
  expect(fresh.status).toBe(200);
  expect(toData(await collectEvents(fresh))).toMatchObject([{ session: { status: 'completed' } }]);
});

test('streams and waiting messages end with the server, and what was taken is acknowledged', async () => {
  const server = createServer(sessionAgent, {
    adapters: [createSessionAdapter()],
    logger: { info: quiet, warn: quiet, error: quiet },
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const client = createSessionClient(url);
  const { id } = await client.create();
  const stream = await fetch(`${url}/sessions/${id}/stream`);
  const body = { role: 'user', ...toAct({ do: 'wait' }) };
  const waiting = client.request('POST', `/sessions/${id}/messages`, { body });
  const text = stream.text();
  await expect.poll(async () => (await client.listAll(id)).length).toBe(1);
  const closed = server.close();
  expect(await waiting).toMatchObject({ status: 202, body: { message: { role: 'user' } } });
  expect(await text).toMatch(/"type":"message"/u);
  await closed;
});

test('a quiet stream gets heartbeats', async () => {
  const { client, apiUrl } = await serveSessions({ server: { heartbeatMs: 30 } });
  const { id } = await client.create();
  const stream = await fetch(`${apiUrl}/sessions/${id}/stream`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!/(?:: keep-alive\n\n){3}/u.test(text)) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
});

test('questions and answers of several tasks come over one stream', async () => {
  const { client, apiUrl } = await serveSessions();
  const { id } = await client.create();
  const events = readEvents(await fetch(`${apiUrl}/sessions/${id}/stream`));
  const seen: StreamEvent[] = [];
  async function waitFor(isWanted: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    for (;;) {
      const { value, done } = await events.next();
      if (done === true) throw new Error('The stream ended.');
      seen.push(value.data as StreamEvent);
      if (isWanted(value.data as StreamEvent)) return value.data as StreamEvent;
    }
  }
  await client.send(id, toAct({ do: 'ask' }), LATER);
  await client.send(id, toAct({ do: 'ask' }), LATER);
  const asks = (event: StreamEvent): boolean => event.message?.content === 'Which one?';
  const [first, second] = [await waitFor(asks), await waitFor(asks)];
  for (const [question, content] of [
    [second, 'second'],
    [first, 'first'],
  ] as const) {
    await client.send(id, { content, in_reply_to: question.message?.id ?? '' });
    const isAnswer = ({ message }: StreamEvent): boolean =>
      message?.content === `{"said":"answered ${content}"}`;
    await waitFor(isAnswer);
  }
  await events.return();
  expect(seen.filter(({ type }) => type === 'message')).toHaveLength(8);
});

test('a reader that takes nothing is dropped, and holds up nobody', async () => {
  const { client, apiUrl } = await serveSessions({ server: { stallMs: 300 } });
  const { id } = await client.create();
  const socket = connect(Number(new URL(apiUrl).port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  let isClosed = false;
  socket.on('error', () => undefined).on('close', () => (isClosed = true));
  socket.write(`GET /sessions/${id}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const content = 'x'.repeat(900_000);
  for (let count = 0; count < 18; count += 1) await client.send(id, { role: 'system', content });
  // Real time: the timer by which the server drops the reader runs in this process, and ends before.
  await sleep(600);
  // First come the bytes that the operating system still holds, then the end.
  socket.resume();
  await expect.poll(() => isClosed).toBe(true);
  expect((await client.get(id)).status).toBe('active');
});

test('a stream keeps no messages of its session, which may be many megabytes', async () => {
  const read: WeakRef<object>[] = [];
  const memory = createMemoryEngine();
  const engine = new Proxy(memory, {
    get(target, name) {
      if (name !== 'get') return Reflect.get(target, name) as unknown;
      return async (...place: Parameters<typeof memory.get>): Promise<unknown> => {
        // Engines over a database make a new snapshot for each call.
        const snapshot = structuredClone(await target.get(...place));
        const content = snapshot?.history.at(-1)?.parts[0]?.content;
        if (content?.$case === 'data') read.push(new WeakRef(Object(content.value) as object));
        return snapshot;
      };
    },
  });
  const { client, apiUrl } = await serveSessions({ server: { engine } });
  const { id } = await client.create();
  await client.send(id, { content: 'Kept?' });
  await client.listAll(id);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const stream = await fetch(`${apiUrl}/sessions/${id}/stream`, { signal: stopping.signal });
  const reader = stream.body?.getReader();
  await reader?.read();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  expect(read.length).toBeGreaterThan(2);
  await expect
    .poll(() => {
      collectGarbage();
      return read.filter((one) => one.deref() !== undefined).length;
    })
    .toBe(0);
});
