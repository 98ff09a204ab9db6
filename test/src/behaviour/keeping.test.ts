import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer, type AgentServer, type ServerOptions } from '@formwork/server';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  bindingOptions,
  callAgent,
  eachOverBindings,
  findDoor,
  testOverBindings,
} from '../support/bindings.ts';
import { readEvents } from '../support/event-stream.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';

const HOUR_MS = 3_600_000;
const ADA = { 'x-user': 'ada' };
const BIG = 'x'.repeat(400_000);

interface WireTask {
  readonly id: string;
  readonly status: { readonly state: string };
  readonly artifacts?: readonly { readonly parts: readonly { readonly text?: string }[] }[];
}

interface Worker {
  readonly agent: Agent;
  readonly signals: readonly AbortSignal[];
}

/**
 * Makes an agent that waits until it is aborted, asks a question or gives a long answer, as its
 * input says.
 */
function createWorker(): Worker {
  const signals: AbortSignal[] = [];
  const skill = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'Works.',
    tags: [],
    input: { work: { type: 'object', properties: { kind: { enum: ['wait', 'ask', 'long'] } } } },
    async run({ input, task }) {
      signals.push(task.signal);
      if (input.kind === 'ask') return task.ask('Well?');
      if (input.kind === 'long') return BIG;
      await once(task.signal, 'abort');
      return 'too late';
    },
  });
  return { agent: defineAgent({ name: 'Worker', version: '1', skills: [skill] }), signals };
}

async function serve(
  agent: Agent,
  options: ServerOptions = {},
): Promise<{ readonly url: string; readonly server: AgentServer }> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = createServer(agent, {
    logger: quiet,
    authenticate: ({ headers }) =>
      typeof headers['x-user'] === 'string' ? { id: headers['x-user'] } : undefined,
    ...bindingOptions(),
    ...options,
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { url, server };
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function openFile(folder: string): TaskEngine {
  const engine = createSqliteEngine({ file: join(folder, 'tasks.db') });
  onTestFinished(() => engine.close());
  return engine;
}

/** An engine whose age of tasks the test decides, for the searches of a server's sweeper. */
interface AgingEngine {
  readonly engine: TaskEngine;
  /** Makes all tasks older by an hour. */
  age(): void;
  /** Returns how often a sweeper has looked for old tasks. */
  looks(): number;
}

function openAging(): AgingEngine {
  let [hours, looks] = [0, 0];
  return {
    engine: {
      ...openFile(createFolder()),
      async now() {
        looks += 1;
        return Date.now() + hours * HOUR_MS;
      },
    },
    age: () => (hours += 1),
    looks: () => looks,
  };
}

async function call(url: string, method: string, params: object) {
  const { body } = await callAgent(url, { method, params }, { headers: ADA });
  return { task: (body.result?.['task'] ?? body.result) as WireTask, error: body.error };
}

function send(url: string, kind: string, configuration: object = {}) {
  const message = createMessage([createTaggedPart('work', { kind })]);
  return call(url, 'SendMessage', { message, configuration });
}

eachOverBindings(['memory', 'SQLite'])(
  'an operator deletes a running task of anybody: handler, stream and waiting call end (%s)',
  async (kind) => {
    const { agent, signals } = createWorker();
    const engine = kind === 'SQLite' ? openFile(createFolder()) : createMemoryEngine();
    const { url, server } = await serve(agent, { engine });
    const { task } = await send(url, 'wait', { returnImmediately: true });
    const events = readEvents(await findDoor().subscribe(url, task.id, ADA));
    await events.next();
    await expect.poll(() => signals.length).toBe(1);
    expect(await server.deleteTask(task.id)).toBe(true);
    let rest = await events.next();
    while (rest.done !== true) rest = await events.next();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect((await call(url, 'GetTask', { id: task.id })).error?.code).toBe(-32001);
    expect(await server.deleteTask(task.id)).toBe(false);
    expect(await server.deleteTask('absent')).toBe(false);
  },
);

testOverBindings('a call that waits for a deleted task is told that there is none', async () => {
  const { agent, signals } = createWorker();
  const engine = createMemoryEngine();
  const { url, server } = await serve(agent, { engine });
  const waiting = send(url, 'wait');
  await expect.poll(() => signals.length).toBe(1);
  const { tasks } = await engine.list('user:ada' as Scope, { pageSize: 1 });
  expect(await server.deleteTask(tasks[0]?.id ?? '')).toBe(true);
  expect((await waiting).error?.code).toBe(-32001);
});

testOverBindings(
  'a task is deleted by one process and stopped in the other that runs it',
  async () => {
    const folder = createFolder();
    const { agent, signals } = createWorker();
    const { url } = await serve(agent, { engine: openFile(folder) });
    const { task } = await send(url, 'wait', { returnImmediately: true });
    await expect.poll(() => signals.length).toBe(1);
    const operator = createServer(agent, { engine: openFile(folder) });
    expect(await operator.deleteTask(task.id)).toBe(true);
    await expect.poll(() => signals[0]?.aborted).toBe(true);
  },
);

testOverBindings('a server forgets finished tasks and ends abandoned ones by itself', async () => {
  const { agent } = createWorker();
  const { engine, age } = openAging();
  const retention = { maxAgeMs: 1.5 * HOUR_MS, abandonedAfterMs: HOUR_MS / 2, everyMs: 10 };
  const { url } = await serve(agent, { engine, retention });
  const { task } = await send(url, 'ask');
  expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  const find = () => call(url, 'GetTask', { id: task.id });
  age();
  await expect.poll(async () => (await find()).task.status.state).toBe('TASK_STATE_FAILED');
  age();
  await expect.poll(async () => (await find()).error?.code).toBe(-32001);
});

test('a server refuses a retention that is none', () => {
  const { agent } = createWorker();
  expect(() => createServer(agent, { retention: { maxAgeMs: -5 } })).toThrow(
    'maxAgeMs must be an integer from 0: current value is -5',
  );
});

testOverBindings('nothing is forgotten after close()', async () => {
  const { agent } = createWorker();
  const [closed, other] = [openAging(), openAging()];
  const retention = { maxAgeMs: HOUR_MS / 2, everyMs: 5 };
  const { url, server } = await serve(agent, { engine: closed.engine, retention });
  await serve(agent, { engine: other.engine, retention });
  await send(url, 'long');
  await server.close();
  closed.age();
  const looks = closed.looks();
  // Another server looks several times meanwhile.
  const before = other.looks();
  await expect.poll(other.looks).toBeGreaterThan(before + 3);
  expect(closed.looks()).toBe(looks);
  expect((await closed.engine.list('user:ada' as Scope, { pageSize: 1 })).totalSize).toBe(1);
});

testOverBindings(
  'a long answer is one file beside the tasks, arrives whole, and goes with its task',
  async () => {
    const folder = createFolder();
    const blobs = join(folder, 'tasks.db-blobs');
    const { url, server } = await serve(createWorker().agent, { engine: openFile(folder) });
    const { task } = await send(url, 'long');
    expect(task.artifacts?.[0]?.parts[0]?.text).toBe(BIG);
    expect(readdirSync(blobs)).toHaveLength(1);
    const found = await call(url, 'GetTask', { id: task.id });
    expect(found.task.artifacts?.[0]?.parts[0]?.text).toBe(BIG);
    await server.deleteTask(task.id);
    await expect.poll(() => readdirSync(blobs)).toEqual([]);
  },
);

testOverBindings('a task whose blob is gone cannot be read now, and others can', async () => {
  const folder = createFolder();
  const { url } = await serve(createWorker().agent, { engine: openFile(folder) });
  const { task: lost } = await send(url, 'long');
  rmSync(join(folder, 'tasks.db-blobs'), { recursive: true });
  const { task: kept } = await send(url, 'long');
  // A second server over the same file, with nothing cached in memory.
  const other = await serve(createWorker().agent, { engine: openFile(folder) });
  expect((await call(other.url, 'GetTask', { id: lost.id })).error?.code).toBe(-32000);
  expect((await call(other.url, 'GetTask', { id: kept.id })).task.id).toBe(kept.id);
});
