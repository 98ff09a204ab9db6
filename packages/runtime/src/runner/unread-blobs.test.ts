import {
  defineAgent,
  defineSkill,
  type RetryPolicy,
  type TaskContext,
  TransientError,
} from '@formwork/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BlobStore } from '../blobs/blob-store.ts';
import { createSqliteEngine } from '../engine/sqlite/create-sqlite-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import { createFile, newTask, textMessage } from '../testing/samples.ts';
import { createRunner } from './create-runner.ts';

const SCOPE = 'alice' as Scope;
const BIG = 'x'.repeat(5_000);
const LEASE_MS = 30_000;
/** The time between two looks at the storage: few timers keep hours of the own clock short. */
const POLL_MS = 5_000;
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A blob store in memory whose next calls fail in a given way. */
interface FaultyStore extends BlobStore {
  /** How many calls the faults have met. */
  readonly met: () => number;
  /** Makes the next `count` calls of a method answer wrongly. */
  fail(method: 'get' | 'put', answer: Answer, count: number): void;
}

type Answer = (bytes: Uint8Array | undefined) => Promise<Uint8Array | undefined>;

function createFaultyStore(): FaultyStore {
  const blobs = new Map<string, Uint8Array>();
  let fault: { readonly method: string; readonly answer: Answer; left: number } | undefined;
  let met = 0;
  function isHit(method: string): boolean {
    if (fault?.method !== method || fault.left === 0) return false;
    fault.left -= 1;
    met += 1;
    return true;
  }
  return {
    met: () => met,
    fail(method, answer, left) {
      fault = { method, answer, left };
    },
    async put(id, bytes) {
      if (isHit('put')) await fault?.answer(bytes);
      blobs.set(id, Uint8Array.from(bytes));
    },
    async get(id) {
      return isHit('get') ? fault?.answer(blobs.get(id)) : blobs.get(id);
    },
    async delete(id) {
      blobs.delete(id);
    },
  };
}

async function refuse(): Promise<never> {
  throw Object.assign(new Error('SlowDown: try again later.'), { code: 'S3_ANSWER' });
}

const FAULTS: readonly (readonly [string, Answer])[] = [
  ['no such blob', async () => undefined],
  ['a flipped bit', async (bytes) => bytes?.with(30, (bytes[30] ?? 0) ^ 1)],
  ['a short body', async (bytes) => bytes?.subarray(0, 1_000)],
  ['an empty body', async () => new Uint8Array()],
  ['a refusal', refuse],
];

interface Started {
  readonly engine: TaskEngine;
  readonly store: FaultyStore;
  readonly logged: readonly { readonly text: string; readonly fields?: object | undefined }[];
  /** Creates a task with a long message that no runner has seen; returns its id. */
  readonly send: () => Promise<string>;
  /** Starts a runner, as a process that has just started does. */
  readonly start: () => void;
  /** Moves the clock on until a task is in a state, or the time is over. */
  readonly pass: (ms: number, until?: () => Promise<boolean>) => Promise<void>;
  readonly stateOf: (id: string) => Promise<string | undefined>;
}

function open(
  run: (task: TaskContext) => unknown = () => undefined,
  retry: RetryPolicy = {},
): Started {
  const store = createFaultyStore();
  const file = createFile();
  const engine = createSqliteEngine({ file, blobStore: store, blobsAbove: 1_000, pollMs: POLL_MS });
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    output: { item: { type: 'object' } },
    retry,
    async text({ task }) {
      await run(task);
      return 'done';
    },
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logged: { text: string; fields?: object | undefined }[] = [];
  const log = (text: string, fields?: object): void => void logged.push({ text, fields });
  const logger = { info: log, warn: log, error: log };
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  onTestFinished(async () => {
    vi.useRealTimers();
    await engine.close();
  });
  return {
    engine,
    store,
    logged,
    async send() {
      const message = textMessage(BIG);
      const { taskId } = await engine.create(newTask({ scope: SCOPE, invocation, message }));
      return taskId;
    },
    start() {
      // The engine has read nothing yet, as after a start.
      const runner = createRunner(engine, agent, { logger, leaseMs: LEASE_MS, pollMs: POLL_MS });
      onTestFinished(() => runner.stop());
    },
    async pass(ms, until = async () => false) {
      for (let passed = 0; passed < ms && !(await until()); passed += POLL_MS) {
        await vi.advanceTimersByTimeAsync(POLL_MS);
        await nextTurn();
      }
    },
    async stateOf(id) {
      const { tasks } = await engine.listAll({ pageSize: 100 });
      return tasks.find(({ taskId }) => taskId === id)?.state;
    },
  };
}

test.each(FAULTS)('%s at recovery makes a task wait, and it completes later', async (_, answer) => {
  for (const times of [1, 8]) {
    const { store, send, start, pass, stateOf } = open();
    const ids = [await send(), await send()];
    store.fail('get', answer, 2 * times);
    start();
    const areDone = async (): Promise<boolean> =>
      (await Promise.all(ids.map(stateOf))).every((state) => state === 'completed');
    await pass(HOUR_MS, areDone);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['completed', 'completed']);
    expect(store.met()).toBe(2 * times);
  }
});

test('a blob that is lost keeps its task waiting with growing pauses, until it is canceled', async () => {
  const { engine, store, logged, send, start, pass, stateOf } = open();
  const id = await send();
  store.fail('get', async () => undefined, Number.POSITIVE_INFINITY);
  start();
  await pass(HOUR_MS / 2);
  expect(await stateOf(id)).toBe('submitted');
  // 1, 2, 4, ... s, and then from half a minute to a minute each.
  expect(store.met()).toBeGreaterThan(30);
  expect(store.met()).toBeLessThan(70);
  const [first] = logged;
  expect(first).toMatchObject({
    text: 'Cannot read a task now: it waits and is tried again',
    fields: { taskId: id, blobId: expect.any(String), error: expect.stringMatching(/restore/u) },
  });
  expect(await engine.cancel(SCOPE, id)).toMatchObject({ kind: 'canceled' });
  expect(await stateOf(id)).toBe('canceled');
});

test('a cancellation of a task whose lease is held needs no blob', async () => {
  const { engine, store, send, start, pass, stateOf } = open();
  const id = await send();
  await engine.claim({ worker: 'dead', ttlMs: 1_000 }, 1);
  expect(await engine.cancel(SCOPE, id)).toMatchObject({ kind: 'requested' });
  store.fail('get', async () => undefined, Number.POSITIVE_INFINITY);
  start();
  await pass(HOUR_MS, async () => (await stateOf(id)) === 'canceled');
  expect(await stateOf(id)).toBe('canceled');
});

test('a result that cannot be stored now is stored later, and no stored step runs again', async () => {
  let steps = 0;
  const { engine, store, send, start, pass, stateOf } = open(async (task) => {
    await task.step('small', async () => (steps += 1));
    await task.artifact({ id: 'big', text: BIG });
  });
  const id = await send();
  store.fail('put', refuse, 8);
  start();
  await pass(HOUR_MS, async () => (await stateOf(id)) === 'completed');
  expect(await stateOf(id)).toBe('completed');
  expect(steps).toBe(1);
  expect((await engine.get(SCOPE, id))?.artifacts).toHaveLength(2);
});

test('runs that could not store are counted in a row: one that had nothing to store begins anew', async () => {
  let runs = 0;
  const { store, send, start, pass, stateOf } = open(
    async (task) => {
      runs += 1;
      if (runs % 2 === 0) throw new TransientError('Not now.');
      if (runs < 50) store.fail('put', refuse, 1);
      await task.artifact({ id: 'big', text: BIG });
    },
    { maxAttempts: 100, delayMs: 1_000, maxDelayMs: 1_000 },
  );
  const id = await send();
  start();
  const isOver = async (): Promise<boolean> => /completed|failed/u.test((await stateOf(id)) ?? '');
  await pass(8 * HOUR_MS, isOver);
  expect([await stateOf(id), runs]).toEqual(['completed', 51]);
});

test('a result that can never be stored fails its task after twenty attempts, and says so', async () => {
  let runs = 0;
  const { engine, store, logged, send, start, pass, stateOf } = open(async (task) => {
    runs += 1;
    await task.artifact({ id: 'big', text: BIG });
  });
  const id = await send();
  store.fail('put', refuse, Number.POSITIVE_INFINITY);
  start();
  await pass(4 * HOUR_MS, async () => (await stateOf(id)) === 'failed');
  expect(await stateOf(id)).toBe('failed');
  expect(runs).toBe(20);
  const part = (await engine.get(SCOPE, id))?.statusMessage?.parts[0];
  expect(part?.content?.value).toBe('The agent could not store what it did for this task.');
  expect(logged.map(({ text }) => text)).toContain(
    'Cannot store what a task did: it has failed after 20 attempts',
  );
});
