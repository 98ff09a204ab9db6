// Not over every binding: the ids of events are the subject, which exist in streams of HTTP only.

import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DOORS, type Door } from '../support/doors.ts';
import { collect, collectEvents, readEvents, type ReceivedEvent } from '../support/event-stream.ts';
import { moveUntil, ownTheClock } from '../support/fake-timers.ts';
import { startFreezingProxy } from '../support/freezing-proxy.ts';
import { createGate } from '../support/gate.ts';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';

function parseId({ id = '' }: ReceivedEvent): { readonly taskId: string; readonly seq: number } {
  const [, taskId = '', seq = ''] = /^([^:]+):(\d+)$/u.exec(id) ?? [];
  return { taskId, seq: Number(seq) };
}

/** Subscribes to the task of an event, and asks for the events after that one. */
function resume(door: Door, url: string, lastEventId: string): Promise<Response> {
  const [taskId = ''] = lastEventId.split(':');
  return door.subscribe(url, taskId, { 'Last-Event-ID': lastEventId });
}

describe.each(DOORS)('$name', (door) => {
  test('every event of a task says where it stands in the log', async () => {
    const { agent } = createPieceAgent();
    const { url } = await startServer(agent);
    const events = await collectEvents(
      await door.stream(url, { schema: 'pieces', data: { count: 3 } }),
    );
    const places = events.map(parseId);
    const seqs = places.map(({ seq }) => seq);
    const first = seqs[0] ?? 0;
    expect(first).toBeGreaterThan(0);
    // The log has six events: submitted, working, three pieces, completed. The stream sends each
    // event once that its first one, a snapshot, does not cover.
    expect(seqs).toEqual(Array.from({ length: 7 - first }, (_, index) => first + index));
    expect(new Set(places.map(({ taskId }) => taskId)).size).toBe(1);
  });

  test('a stream goes on after the last event that the caller has', async () => {
    const { agent, release } = createPieceAgent();
    const { url } = await startServer(agent);
    const data = { count: 4, holdAt: 2 };
    const live = readEvents(await door.stream(url, { schema: 'pieces', data }));
    const { value: start } = await live.next();
    if (start === undefined) throw new Error('The stream has no event.');
    const { taskId } = parseId(start);
    const resumed = readEvents(await resume(door, url, `${taskId}:1`));
    // Two pieces are in the log before the agent may finish the task.
    const known = [await resumed.next(), await resumed.next(), await resumed.next()];
    expect(known.map(({ value }) => value?.id)).toEqual([
      `${taskId}:2`,
      `${taskId}:3`,
      `${taskId}:4`,
    ]);
    release();
    const rest = await collect(resumed);
    // The step by which the agent waits is the fifth entry of the log, and no event of a stream.
    expect(rest.map((event) => parseId(event).seq)).toEqual([6, 7, 8]);
    const all = await collect(live);
    expect(rest).toEqual(all.filter((event) => parseId(event).seq > 4));
  });

  test('nothing is lost when the task has ended meanwhile', async () => {
    const { agent, release } = createPieceAgent();
    const { url } = await startServer(agent);
    const data = { count: 3, holdAt: 0 };
    const live = readEvents(await door.stream(url, { schema: 'pieces', data }));
    const { value: start } = await live.next();
    if (start === undefined) throw new Error('The stream has no event.');
    const { taskId, seq } = parseId(start);
    release();
    const all = [start, ...(await collect(live))];
    for (let after = seq; after <= 6; after += 1) {
      const response = await resume(door, url, `${taskId}:${after}`);
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const events = await collectEvents(response);
      expect(events).toEqual(all.filter((event) => parseId(event).seq > after));
    }
  });

  test('ids that name no place in the log are answered as if there were none', async () => {
    const { agent, release } = createPieceAgent();
    const { url } = await startServer(agent);
    const data = { count: 1, holdAt: 0 };
    const live = readEvents(await door.stream(url, { schema: 'pieces', data }));
    const { value: start } = await live.next();
    if (start === undefined) throw new Error('The stream has no event.');
    const { taskId } = parseId(start);
    const wrong = [
      `${crypto.randomUUID()}:1`,
      `${taskId}:0`,
      `${taskId}:-1`,
      `${taskId}:1.5`,
      `${taskId}:99`,
      `${taskId}:9999999999999999999`,
      taskId,
      `:1`,
      'garbage',
      '',
    ];
    for (const id of wrong) {
      const events = readEvents(await door.subscribe(url, taskId, { 'Last-Event-ID': id }));
      const { value: event } = await events.next();
      const payload = door.toPayload(event?.data);
      expect(payload).toMatchObject(
        door.name === 'JSON-RPC 0.3' ? { kind: 'task', id: taskId } : { task: { id: taskId } },
      );
      await events.return();
    }
    release();
    await collect(live);
    for (const id of wrong) {
      const answer = await (await door.subscribe(url, taskId, { 'Last-Event-ID': id })).text();
      expect(answer).toContain('nothing will happen that could be subscribed to');
    }
  });
});

test('a place in the log opens nothing to another principal', async () => {
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, {
    authenticate: ({ headers }) => ({ id: String(headers['x-user']) }),
  });
  for (const door of DOORS) {
    const ada = { 'x-user': 'ada' };
    const part = { schema: 'pieces', data: { count: 1 } };
    const [event] = await collectEvents(await door.stream(url, part, ada));
    const { id = '' } = event ?? {};
    const [taskId = ''] = id.split(':');
    const headers = { 'x-user': 'bob', 'Last-Event-ID': `${taskId}:1` };
    const answer = await (await door.subscribe(url, taskId, headers)).text();
    expect(answer).toContain('Task not found');
    expect(answer).not.toContain('pieces');
  }
});

test('an answer that belongs to no task has no id', async () => {
  const { url } = await startServer(demoAgent);
  const message = createMessage([{ text: 'hello' }]);
  const response = await fetch(`${url}/a2a/rest/message:stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ message }),
  });
  const events = await collectEvents(response);
  expect(events).toEqual([{ name: 'message', data: { message: expect.any(Object) } }]);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: { message } });
  expect(body.result).toHaveProperty('message');
});

test('a client notices that a stream has broken without a word, and goes on', async () => {
  const begun = createGate();
  const finished = createGate();
  const slow = defineSkill({
    id: 'slow',
    name: 'Slow',
    description: 'Says done when it may.',
    tags: [],
    input: { nothing: { type: 'object' } },
    async run() {
      begun.open();
      await finished.opened;
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'Slow', version: '1.0.0', skills: [slow] });
  const { url } = await startServer(agent);
  const proxy = await startFreezingProxy(Number(new URL(url).port));
  onTestFinished(() => proxy.close());
  const client = await connect<typeof agent>(url, {
    fetch: (input, init) => {
      const asked = new URL(input instanceof Request ? input.url : input);
      if (!asked.pathname.startsWith('/.well-known/')) asked.port = String(proxy.port);
      return fetch(asked, init);
    },
  });
  ownTheClock();
  const events = collect(client.skill('slow').stream({}));
  await begun.opened;
  // Signs of life come for a while.
  for (let count = 0; count < 3; count += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    await fetch(`${url}/healthz`);
  }
  proxy.silence('');
  finished.open();
  const brokenAt = performance.now();
  expect((await moveUntil(events, 100)).at(-1)).toMatchObject({ kind: 'result', text: 'done' });
  // Own clock: moveUntil. The library would give the connection up after 300 seconds.
  expect(performance.now() - brokenAt).toBeLessThan(100_000);
});
