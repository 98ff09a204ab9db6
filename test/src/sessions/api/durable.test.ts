import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { startChild, type Child } from '../../faults/start-child.ts';
import { collectEvents, readEvents } from '../../support/event-stream.ts';
import { followTests, onTestFinished } from '../../support/test-end.ts';
import { createTestPlace } from '../../support/test-engine.ts';
import { createSessionClient, type SessionClient } from './session-client.ts';

// Each test waits for its own processes, which it kills.
followTests();

const HEADERS = { 'x-user': 'ada' };
const LATER = { prefer: 'respond-async' };
/** The longest time that a process goes on after an answer before it is killed, in milliseconds. */
const LIFE_MS = 200;

/** Makes the message of a task; one that is `held` ends only in another process than its first. */
function toWork(value: string, { held = false, asks = false } = {}) {
  const data = { held, asks, value };
  return { content: '', artifacts: [{ id: '1', type: 'application/json;schema=work', data }] };
}

async function start(place: string): Promise<{ child: Child; client: SessionClient }> {
  const child = await startChild('session-child', place);
  return { child, client: createSessionClient(String(child.ready), { headers: HEADERS }) };
}

test.concurrent('sessions survive kill -9: messages, questions, and tasks that were under way', async ({
  expect,
}) => {
  const place = createTestPlace();
  const before = await start(place);
  const { id } = await before.client.create({ metadata: { 'acme.case': 1 } });
  const key = { 'idempotency-key': 'k1' };
  const answer = await before.client.send(id, toWork('first'), key);
  const question = await before.client.send(id, toWork('second', { asks: true }));
  const sent = await before.client.send(id, toWork('third', { held: true }), LATER);
  const known = await before.client.listAll(id);
  const page = await before.client.list(id, '?limit=2');
  await before.child.kill();

  const { child, client } = await start(place);
  expect(await client.get(id)).toMatchObject({ status: 'active', metadata: { 'acme.case': 1 } });
  expect((await client.listAll(id)).slice(0, known.length)).toEqual(known);
  const cursor = page.pagination?.next_cursor ?? '';
  expect((await client.list(id, `?cursor=${cursor}`)).messages[0]).toEqual(known[2]);
  // The same message again gets the stored answer.
  expect(await client.send(id, toWork('first'), key)).toEqual(answer);
  const settled = await client.send(id, { content: 'yes', in_reply_to: question.id });
  expect(settled.content).toBe('second yes');
  // The task was started by the process that is now dead.
  await expect
    .poll(async () => (await client.listAll(id)).find((m) => m.in_reply_to === sent.id))
    .toMatchObject({ content: 'third done' });

  await client.end(id);
  const all = await client.listAll(id);
  // The answer to the third message came at any time.
  expect(all.map(({ content }) => content).filter((one) => one !== 'third done')).toEqual([
    '',
    'first done',
    '',
    'Go on?',
    '',
    'yes',
    'second yes',
  ]);
  await child.kill();
  const last = await start(place);
  expect((await last.client.get(id)).status).toBe('completed');
  expect(await last.client.listAll(id)).toEqual(all);
});

test.concurrent('kills at any moment lose no message that was acknowledged, and answer each once', async ({
  expect,
}) => {
  const place = createTestPlace();
  let server = await start(place);
  const { id } = await server.client.create();
  const acknowledged = new Map<string, string>();
  const over = new AbortController();
  onTestFinished(() => over.abort());

  async function talk(name: string): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const value = `${name}${turn}`;
      // Repeats the message until it is acknowledged; the key marks it as the same message.
      while (!over.signal.aborted && !acknowledged.has(value)) {
        try {
          const key = { 'idempotency-key': value };
          const { content } = await server.client.send(id, toWork(value), key);
          acknowledged.set(value, content);
        } catch {
          await sleep(20);
        }
      }
    }
  }

  const talks = ['a', 'b', 'c', 'd'].map((name) => talk(name));
  for (let kill = 1; kill <= 6; kill += 1) {
    // A busy machine does little between the kills, and a run without answers proves nothing.
    await expect.poll(() => acknowledged.size, { interval: 10 }).toBeGreaterThanOrEqual(kill);
    // Real time: a kill comes at any moment of what is under way.
    await sleep(Math.random() * LIFE_MS);
    await server.child.kill();
    server = await start(place);
  }
  over.abort();
  await Promise.all(talks);

  await expect
    .poll(async () => countOpen(await server.client.listAll(id)))
    .toEqual({ unanswered: 0, repeated: 0 });
  const all = await server.client.listAll(id);
  for (const [value, content] of acknowledged) {
    const sent = all.filter((m) => toValue(m) === value);
    expect(sent, `for ${value}`).toHaveLength(1);
    expect([`${value} done`, '']).toContain(content);
    expect(all.find((m) => m.in_reply_to === sent[0]?.id)?.content).toBe(`${value} done`);
  }
});

test.concurrent('a stream goes on after a kill, by the id of its last event', async ({
  expect,
}) => {
  const place = createTestPlace();
  const before = await start(place);
  const { id } = await before.client.create();
  await before.client.send(id, toWork('first'));
  await before.child.kill();
  const { child, client } = await start(place);
  await client.send(id, toWork('second'));
  const stream = await fetch(`${String(child.ready)}/sessions/${id}/stream`, {
    headers: { ...HEADERS, 'last-event-id': '2' },
  });
  await client.end(id);
  const events = (await collectEvents(stream)).map(({ data }) => data as StreamEvent);
  expect(events.map(({ type }) => type)).toEqual([
    'session',
    'message',
    'message',
    'message',
    'message',
    'session',
  ]);
  expect(events.at(2)?.message?.content).toBe('first done');
});

test.concurrent('two servers over one file serve one session', async ({ expect }) => {
  const place = createTestPlace();
  const [one, other] = [await start(place), await start(place)];
  const { id } = await one.client.create();
  const stream = await fetch(`${String(other.child.ready)}/sessions/${id}/stream`, {
    headers: HEADERS,
  });
  const events = collectEvents(stream);
  // The content is too large for a database row, so it is stored as a blob.
  const content = 'x'.repeat(400_000);
  await one.client.send(id, { role: 'system', content });
  const question = await one.client.send(id, toWork('a', { asks: true }));
  const answer = await other.client.send(id, { content: 'b', in_reply_to: question.id });
  expect(answer.content).toBe('a b');
  const sends = [one, other, one, other].map(({ client }, index) =>
    client.send(id, toWork(`${index}`)),
  );
  expect((await Promise.all(sends)).map((sent) => sent.content)).toEqual([
    '0 done',
    '1 done',
    '2 done',
    '3 done',
  ]);
  await one.client.end(id);
  const all = await other.client.listAll(id);
  expect(all).toHaveLength(13);
  expect(all[0]?.content).toBe(content);
  const told = (await events).flatMap(({ data }) => (data as StreamEvent).message ?? []);
  expect(told).toEqual(all);
});

test.concurrent('a session that one server began is read, asked, answered, resumed and ended at the other', async ({
  expect,
}) => {
  const place = createTestPlace();
  const [one, other] = [await start(place), await start(place)];
  const { id } = await one.client.create({ metadata: { 'acme.case': 1 } });
  const key = { 'idempotency-key': 'k1' };
  const answer = await other.client.send(id, toWork('first'), key);
  expect(answer.content).toBe('first done');
  // The same message, sent to the other server.
  expect(await one.client.send(id, toWork('first'), key)).toEqual(answer);
  const question = await one.client.send(id, toWork('second', { asks: true }));
  expect(await other.client.listAll(id)).toEqual(await one.client.listAll(id));
  await other.client.send(id, { content: 'yes', in_reply_to: question.id });
  const late = one.client.send(id, { content: 'no', in_reply_to: question.id });
  await expect(late).rejects.toThrow('question_closed');

  const open = (url: unknown, headers = {}) =>
    fetch(`${String(url)}/sessions/${id}/stream`, { headers: { ...HEADERS, ...headers } });
  const all = collectEvents(await open(one.child.ready, { 'last-event-id': '1' }));
  const ended = await other.client.end(id);
  expect(ended).toMatchObject({ status: 'completed', metadata: { 'acme.case': 1 } });
  expect(await one.client.get(id)).toEqual(ended);
  await expect(one.client.send(id, toWork('third'))).rejects.toThrow('session_ended');
  const told = await all;
  // The other server continues the stream from each event in the log.
  for (const [index, { id: from = '' }] of told.slice(0, -1).entries()) {
    const rest = await collectEvents(await open(other.child.ready, { 'last-event-id': from }));
    expect(rest.slice(1)).toEqual(told.slice(index === 0 ? 1 : index + 1));
  }
});

test.concurrent('a stream is told of a task whose server was killed, without any other request', async ({
  expect,
}) => {
  const place = createTestPlace();
  const [one, other] = [await start(place), await start(place)];
  const { id } = await one.client.create();
  const stream = await fetch(`${String(other.child.ready)}/sessions/${id}/stream`, {
    headers: HEADERS,
  });
  const events = readEvents(stream);
  const sent = await one.client.send(id, toWork('lonely', { held: true }), LATER);
  await one.child.kill();
  for await (const { data } of events) {
    const { message } = data as StreamEvent;
    if (message?.in_reply_to !== sent.id) continue;
    expect(message.content).toBe('lonely done');
    return;
  }
  throw new Error('The stream ended without the answer.');
});

interface StreamEvent {
  readonly type: string;
  readonly message?: { readonly content: string; readonly in_reply_to?: string };
}

type Messages = Awaited<ReturnType<SessionClient['listAll']>>;

function toValue({ artifacts }: Messages[number]): unknown {
  const data = artifacts?.[0]?.data;
  return typeof data === 'object' && data !== null && 'value' in data ? data.value : undefined;
}

function countOpen(messages: Messages): { unanswered: number; repeated: number } {
  const answers = messages.filter(({ role }) => role === 'agent').map((m) => m.in_reply_to);
  const unanswered = messages.filter((m) => m.role === 'user' && !answers.includes(m.id)).length;
  return { unanswered, repeated: answers.length - new Set(answers).size };
}
