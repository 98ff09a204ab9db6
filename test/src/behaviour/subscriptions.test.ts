import type { TaskContext } from '@formwork/core';
import { createServer } from '@formwork/server';
import { describe, expect, test } from 'vitest';
import { answer, createAgent, start, type WireTask } from '../support/asking-agent.ts';
import { callAgent } from '../support/bindings.ts';
import { ALL_DOORS, DOORS, type Door } from '../support/doors.ts';
import { collect, collectEvents, readEvents, type ReceivedEvent } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';

const SIGN_IN = { url: 'https://mail.example.com/consent' };

const SILENT = { info() {}, warn() {}, error() {} };

/** The two states in which a task waits for its caller, each with the call that leads there. */
const WAITS = [
  { state: 'input-required', ask: (task: TaskContext) => task.ask('Which one?') },
  { state: 'auth-required', ask: (task: TaskContext) => task.authorize('Sign in.', SIGN_IN) },
] as const;

interface LegacyUpdate extends Payload {
  readonly kind?: string;
  readonly id?: string;
  readonly final?: boolean;
}

interface Payload {
  readonly status?: { readonly state: string };
}

/**
 * Returns the state in a stream event in the words of A2A 0.3; `artifact-update` for other events.
 */
function toLabel(door: Door, { data }: ReceivedEvent): string {
  const payload = door.toPayload(data) as Payload & Readonly<Record<string, Payload>>;
  const status = payload.status ?? payload['task']?.status ?? payload['statusUpdate']?.status;
  if (status === undefined) return 'artifact-update';
  return status.state.replace('TASK_STATE_', '').replace('_', '-').toLowerCase();
}

describe.each(ALL_DOORS)('$name', (door) => {
  test.each(WAITS)('a subscription stays open while the task is $state', async ({ state, ask }) => {
    const { url } = await startServer(
      createAgent(async (task) => {
        await ask(task);
        await task.progress('Going on');
        await ask(task);
        return 'Done';
      }),
      WITH_GRPC,
    );
    const { id } = await start(url);
    const watchers = [await door.subscribe(url, id), await door.subscribe(url, id)].map(readEvents);
    const first = await Promise.all(watchers.map((events) => events.next()));
    expect(first.map(({ value }) => value && toLabel(door, value))).toEqual([state, state]);
    await answer(url, id, { text: 'This one' });
    // The subscription lasts across a second question as well.
    await answer(url, id, { text: 'That one' });
    for (const events of watchers) {
      const labels = (await collect(events)).map((event) => toLabel(door, event));
      expect(labels.filter((label) => label === state)).toHaveLength(1);
      expect(labels).toContain('working');
      expect(labels.slice(-2)).toEqual(['artifact-update', 'completed']);
    }
  });

  test('a subscription that goes on after an event stays open while the task waits', async () => {
    const { url } = await startServer(
      createAgent((task) => task.ask('Which one?')),
      WITH_GRPC,
    );
    const { id } = await start(url);
    const events = readEvents(await door.subscribe(url, id, { 'Last-Event-ID': `${id}:1` }));
    const seen: string[] = [];
    for await (const event of events) {
      const label = toLabel(door, event);
      seen.push(label);
      if (label === 'input-required') await answer(url, id, { text: 'This one' });
    }
    expect(seen).toContain('input-required');
    expect(seen.at(-1)).toBe('completed');
  });

  test('a subscription tells a cancellation of a task that waits, and ends', async () => {
    const { url } = await startServer(
      createAgent((task) => task.ask('Which one?')),
      WITH_GRPC,
    );
    const { id } = await start(url);
    const events = readEvents(await door.subscribe(url, id));
    await events.next();
    await callAgent(url, { method: 'CancelTask', params: { id } });
    const labels = (await collect(events)).map((event) => toLabel(door, event));
    expect(labels).toEqual(['canceled']);
  });

  test('the stream of a message ends where the task waits, as its answer is a message', async () => {
    const { url } = await startServer(
      createAgent((task) => task.ask('Which one?')),
      WITH_GRPC,
    );
    const events = await collectEvents(await door.stream(url, { schema: 'any', data: {} }));
    const last = events.at(-1);
    expect(last && toLabel(door, last)).toBe('input-required');
  });
});

describe.each(DOORS)('$name', (door) => {
  test('a subscription to a task that waits has heartbeats, and ends when the server closes', async () => {
    const agent = createAgent((task) => task.ask('Which one?'));
    const server = createServer(agent, { heartbeatMs: 20, logger: SILENT });
    const { url } = await server.listen({ port: 0 });
    const { id } = await start(url);
    const response = await door.subscribe(url, id);
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split(': keep-alive').length > 3) void server.close();
    }
    expect(text.match(/^data: /gmu)).toHaveLength(1);
    await server.close();
  });
});

test('A2A 0.3 tells by `final` that the stream of a message ends, and that a subscription does not', async () => {
  const legacy = DOORS.find(({ name }) => name === 'JSON-RPC 0.3');
  if (legacy === undefined) throw new Error('There is no door of 0.3.');
  const { url } = await startServer(
    createAgent(async (task) => {
      await task.progress('Thinking');
      return task.ask('Which one?');
    }),
  );
  const turn = await collectEvents(await legacy.stream(url, { schema: 'any', data: {} }));
  const updates = turn.map(({ data }) => legacy.toPayload(data) as LegacyUpdate);
  const finals = updates.filter(({ kind }) => kind === 'status-update').map(({ final }) => final);
  expect(finals).toEqual([...finals.slice(0, -1).map(() => false), true]);
  const taskId = updates[0]?.id ?? '';
  const from = { 'Last-Event-ID': `${taskId}:1` };
  const events = readEvents(await legacy.subscribe(url, taskId, from));
  const seen: (boolean | undefined)[] = [];
  for await (const { data } of events) {
    const { status, final } = legacy.toPayload(data) as LegacyUpdate;
    seen.push(final);
    if (status?.state === 'input-required') await answer(url, taskId, { text: 'This one' });
  }
  expect(seen.filter((final) => final === true)).toHaveLength(1);
  expect(seen.at(-1)).toBe(true);
});

test('a question that is asked again is told to everybody who watches', async () => {
  const schema = { type: 'object', required: ['yes'] } as const;
  const { url } = await startServer(
    createAgent(async (task) => JSON.stringify(await task.ask('Sure?', { schema }))),
    WITH_GRPC,
  );
  const { id } = await start(url);
  for (const door of ALL_DOORS) {
    const events = readEvents(await door.subscribe(url, id));
    await events.next();
    const again: WireTask = await answer(url, id, { data: { no: true } });
    expect(again.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const { value } = await events.next();
    expect(value && toLabel(door, value)).toBe('input-required');
    await events.return();
  }
});
