import { defineAgent, defineSkill } from '@formwork/core';
import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import type { TaskEngine } from '@formwork/runtime';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Door, DOORS } from '../support/doors.ts';
import { readEvents } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { callJsonRpc } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

// While a database is away, streams stay open and go on when it is back.

/** Settled when tasks that wait in the middle of their work may go on. */
let away = createGate();

let database: TestPostgres | undefined;

beforeAll(async () => {
  database = await startPostgres({ isOwn: true });
});

afterAll(async () => {
  await database?.stop();
});

const work = defineSkill({
  id: 'work',
  name: 'Work',
  description: 'Works in steps.',
  tags: [],
  input: { work: { type: 'object' } },
  async run({ task }) {
    for (let step = 0; step < 8; step += 1) {
      if (step === 4) await away.opened;
      await task.step(`step ${step}`, () => step);
      await task.artifact({ id: `part-${step}`, text: 'x' });
    }
  },
});

const ask = defineSkill({
  id: 'ask',
  name: 'Ask',
  description: 'Asks.',
  tags: [],
  input: { ask: { type: 'object' } },
  run: ({ task }) => task.ask('Who are you?'),
});

const agent = defineAgent({ name: 'Worker', version: '1', skills: [work, ask] });

/** Opens a stream, and collects the data of its events until it ends. */
async function follow(opened: Promise<Response>) {
  const events: { readonly id: string; readonly text: string }[] = [];
  const response = await opened;
  async function collectAll(): Promise<void> {
    for await (const { id = '', data } of readEvents(response)) {
      events.push({ id, text: JSON.stringify(data) });
    }
  }
  const done = collectAll();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  const [taskId = ''] = events[0]?.id.split(':') ?? [];
  return { taskId, events, done };
}

async function serve() {
  if (database === undefined) throw new Error('There is no database.');
  away = createGate();
  const stored = createPostgresEngine({ url: database.url });
  onTestFinished(() => stored.close());
  let lost = 0;
  const engine: TaskEngine = {
    ...stored,
    read: (...args) =>
      stored.read(...args).catch((error: unknown) => {
        lost += 1;
        throw error;
      }),
  };
  const { url, logged } = await startServer(agent, { engine, runner: { leaseMs: 2_000 } });
  return { url, logged, database, countLostLeases: () => lost };
}

test.each(DOORS.filter(({ name }) => /RPC 1\.0|GET/u.test(name)))(
  'streams over $name stay open while the database is away, and are complete',
  async (door: Door) => {
    const { url, logged, database: server, countLostLeases } = await serve();
    const working = await follow(door.stream(url, { schema: 'work', data: {} }));
    const asked = await follow(door.stream(url, { schema: 'ask', data: {} }));
    await asked.done;
    const subscribed = await follow(door.subscribe(url, working.taskId));
    const quiet = await follow(door.subscribe(url, asked.taskId));
    await server.stopWhile(async () => {
      const before = quiet.events.length;
      away.open();
      // Readers of all streams have given up to reach the database, some of them again.
      await expect.poll(countLostLeases).toBeGreaterThan(4);
      expect(quiet.events.length).toBe(before);
    });
    await Promise.all([working.done, subscribed.done]);
    for (const { events } of [working, subscribed]) {
      expect(events.at(-1)?.text).toMatch(/completed/iu);
      const ids = events.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(working.events.filter(({ text }) => text.includes('part-7'))).toHaveLength(1);
    await callJsonRpc(url, { method: 'CancelTask', params: { id: quiet.taskId } });
    await quiet.done;
    expect(quiet.events.at(-1)?.text).toMatch(/cancell?ed/iu);
    expect(logged.filter((line) => line.includes('storage of tasks is away'))).toHaveLength(1);
    expect(logged.filter((line) => line.includes('storage of tasks is back'))).toHaveLength(1);
    expect(logged.join('\n')).not.toContain('    at ');
  },
);
