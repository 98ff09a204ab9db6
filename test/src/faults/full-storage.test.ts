import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { createMemoryEngine, EngineStorageError, type TaskEngine } from '@formwork/runtime';
import { createServer } from '@formwork/server';
import { expect, onTestFinished, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import type { WireTask } from './journal/event-text.ts';

/** The time of a lease in milliseconds, which runs out only when the test moves the clock. */
const LEASE_MS = 600_000;

const quiet = (): undefined => undefined;
const logger = { info: quiet, warn: quiet, error: quiet };

interface Storage {
  readonly engine: TaskEngine;
  /**
   * True if the storage refuses writes to existing tasks, except the mark that a cancellation
   * leaves.
   */
  isFull: boolean;
  /** Makes room, and lets the leases of tasks that could not be given back run out. */
  clear(): void;
}

function createStorage(): Storage {
  let late = 0;
  const engine = createMemoryEngine({ now: () => Date.now() + late });
  function check(): void {
    if (storage.isFull) throw new EngineStorageError('SQLITE_FULL');
  }
  const storage: Storage = {
    isFull: false,
    clear() {
      storage.isFull = false;
      late += LEASE_MS;
    },
    engine: {
      ...engine,
      async append(...args) {
        check();
        return engine.append(...args);
      },
      async claim(...args) {
        check();
        return engine.claim(...args);
      },
      async renew(...args) {
        check();
        return engine.renew(...args);
      },
      async release(...args) {
        check();
        return engine.release(...args);
      },
      async cancel(scope, taskId, options) {
        if (options?.force === true) check();
        return engine.cancel(scope, taskId, options);
      },
    },
  };
  return storage;
}

function createEnd(): { readonly isOver: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { isOver, end: () => end() };
}

async function serve(
  { engine }: Storage,
  run: (task: TaskContext) => Promise<void>,
  concurrency = 256,
) {
  const skill = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'Takes a moment.',
    tags: [],
    async text({ task }) {
      await run(task);
      return 'done';
    },
  });
  const server = createServer(defineAgent({ name: 'Worker', version: '1.0.0', skills: [skill] }), {
    engine,
    logger,
    runner: { leaseMs: LEASE_MS, pollMs: 50, concurrency },
    cancelDeadlineMs: 100,
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(async () => {
    await server.close();
    await engine.close();
  });
  const call = async (method: string, params: object) =>
    (await callJsonRpc(url, { method, params })).body;
  return { server, call };
}

test('a blocking call is answered though the end of its task finds no room', async () => {
  const storage = createStorage();
  const { call } = await serve(storage, async () => undefined);
  storage.isFull = true;
  const message = createMessage([{ text: 'work' }]);
  const { error } = await call('SendMessage', { message });
  expect(error).toMatchObject({
    code: -32_000,
    message: expect.stringMatching(/what came of task \S+ .* is stored and is done again/u),
    data: [{ reason: 'UNAVAILABLE' }],
  });
  storage.clear();
  // Nobody may begin the task again until its lease expires.
  await expect
    .poll(async () => (await call('SendMessage', { message })).result?.['task'])
    .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

test('a cancellation that is stored is not said to be lost, though the end finds no room', async () => {
  const storage = createStorage();
  const { call } = await serve(storage, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const message = createMessage([{ text: 'work' }]);
  const configuration = { returnImmediately: true };
  const sent = await call('SendMessage', { message, configuration });
  const { id } = sent.result?.['task'] as WireTask;
  storage.isFull = true;
  const { error } = await call('CancelTask', { id });
  expect(error).toMatchObject({
    code: -32_000,
    message: expect.stringMatching(/whether task \S+ is canceled .* The cancellation is stored/u),
  });
  storage.clear();
  await expect
    .poll(async () => (await call('GetTask', { id })).result)
    .toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
});

test('a blocking call is answered though its handler heeds no signal', async () => {
  const storage = createStorage();
  const { isOver, end } = createEnd();
  const { call } = await serve(storage, async (task) => {
    storage.isFull = true;
    await task.progress('half').catch(() => undefined);
    await isOver;
  });
  // Registered first, because the server waits for the task when it closes.
  onTestFinished(() => end());
  const { error } = await call('SendMessage', { message: createMessage([{ text: 'work' }]) });
  expect(error).toMatchObject({ data: [{ reason: 'UNAVAILABLE' }] });
});

test('a call for a task that waits for its turn is answered though no task can be claimed', async () => {
  const storage = createStorage();
  const { isOver, end } = createEnd();
  const { call } = await serve(storage, () => isOver, 1);
  const send = (message: object, returnImmediately = false) =>
    call('SendMessage', { message, configuration: { returnImmediately } });
  await send(createMessage([{ text: 'first' }]), true);
  const second = createMessage([{ text: 'second' }]);
  await send(second, true);
  storage.isFull = true;
  end();
  expect((await send(second)).error).toMatchObject({ data: [{ reason: 'UNAVAILABLE' }] });
  storage.clear();
  await expect
    .poll(async () => (await send(second)).result?.['task'])
    .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

test('a server closes though there is no room to give its tasks back', async () => {
  const storage = createStorage();
  const { call, server } = await serve(storage, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const configuration = { returnImmediately: true };
  await call('SendMessage', { message: createMessage([{ text: 'work' }]), configuration });
  storage.isFull = true;
  await server.close();
  await expect(call('GetTask', { id: 'any' })).rejects.toThrow('fetch failed');
});
