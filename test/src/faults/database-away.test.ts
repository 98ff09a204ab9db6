import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { defineAgent, defineSkill } from '@formwork/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Door, DOORS } from '../support/doors.ts';
import { readEvents } from '../support/event-stream.ts';
import { callJsonRpc } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

// While a database is away, streams stay open and go on when it is back.

/** Longer than the five seconds for which a call tries to reach the database. */
const AWAY_MS = 8_000;

let database: TestPostgres | undefined;

beforeAll(async () => {
  database = await startPostgres({ isOwn: true });
}, 60_000);

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
      await task.step(`step ${step}`, () => sleep(250));
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
  const engine = createPostgresEngine({ url: database.url });
  onTestFinished(() => engine.close());
  const { url, logged } = await startServer(agent, { engine, runner: { leaseMs: 2_000 } });
  return { url, logged, database };
}

test.each(DOORS.filter(({ name }) => /RPC 1\.0|GET/u.test(name)))(
  'streams over $name stay open while the database is away, and are complete',
  async (door: Door) => {
    const { url, logged, database: server } = await serve();
    const working = await follow(door.stream(url, { schema: 'work', data: {} }));
    const asked = await follow(door.stream(url, { schema: 'ask', data: {} }));
    await asked.done;
    const subscribed = await follow(door.subscribe(url, working.taskId));
    const quiet = await follow(door.subscribe(url, asked.taskId));
    await server.stopWhile(async () => {
      const before = quiet.events.length;
      await sleep(AWAY_MS);
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
  60_000,
);
