import { afterEach, expect, test, vi } from 'vitest';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { findStorageLog } from '../service-log.ts';
import { createGate, newTask } from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { Suspects, TRIAL_MS } from './suspects.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** An engine whose clock stands still until the test moves it. */
interface Stage {
  readonly engine: TaskEngine;
  /** Makes a task that has lost two leases, and returns its id. */
  readonly makeSuspect: () => Promise<string>;
}

function openStage(): Stage {
  let time = Date.now();
  const engine = createMemoryEngine({ now: () => time });
  return {
    engine,
    async makeSuspect() {
      const invocation = {
        kind: 'text',
        skillId: 'skill',
        text: '',
        acceptedOutputModes: [],
      } as const;
      const task = { ...newTask({ invocation }), scope: '' as Scope };
      const { taskId } = await engine.create(task, { worker: 'dead', ttlMs: 10 });
      time += 20;
      await engine.claim({ worker: 'dead', ttlMs: 10, taskIds: [taskId] }, 1);
      time += 20;
      return taskId;
    },
  };
}

const NONE: WorkRequest = { worker: 'other', ttlMs: 60_000, suspects: 'none' };
const ONLY: WorkRequest = { ...NONE, suspects: 'only' };

/** Lets the test say when the runner looks for tasks by itself. */
const POLL_MS = 1_000;

test('a storage that is away is told of once, whichever claims fail', async () => {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const logger = { info: log, warn: log, error: log };
  const away = new EngineStorageError('08006', { isAway: true });
  const engine = { claim: () => Promise.reject(away), release: () => Promise.resolve() };
  const storage = findStorageLog(engine, logger);
  let slots = 1;
  const suspects = new Suspects({
    engine,
    storage,
    logger,
    toRequest: () => ({ worker: 'one', ttlMs: 1_000, suspects: 'only' }),
    maxAttempts: 5,
    reserve: () => (slots -= 1) >= 0,
    giveUp: () => (slots += 1),
    take: () => Promise.resolve(),
  });
  storage.fail('Cannot claim tasks', away);
  await suspects.look();
  expect(slots).toBe(1);
  expect(logged).toEqual([expect.stringContaining('is away')]);
});

test('a task that comes while the only place is reserved for a suspect runs when there is none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const looks: (() => void)[] = [];
  const memory = createMemoryEngine();
  const engine: TaskEngine = {
    ...memory,
    async claim(request, limit) {
      if (request.suspects === 'only') await new Promise<void>((resolve) => looks.push(resolve));
      return memory.claim(request, limit);
    },
  };
  const { send, stateOf } = startRunner(
    { skill: { run: () => {} } },
    { concurrency: 1, engine, pollMs: POLL_MS },
  );
  vi.advanceTimersByTime(POLL_MS);
  await expect.poll(() => looks.length).toBe(1);
  const id = await send();
  expect(await stateOf(id)).toBe('submitted');
  looks[0]?.();
  await expect.poll(() => stateOf(id)).toBe('completed');
});

test.each([
  ['runner', { concurrency: 1 }, {}],
  ['skill', {}, { concurrency: 1 }],
])(
  'a %s that is always full runs a suspect once a place comes free',
  async (_what, runs, limits) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { engine, makeSuspect } = openStage();
    const begun: string[] = [];
    const gate = createGate();
    const { send, stateOf } = startRunner(
      { skill: { ...limits, run: ({ id }) => (begun.push(id), gate.opened) } },
      { ...runs, engine, pollMs: POLL_MS },
    );
    const first = await send();
    const suspect = await makeSuspect();
    const others = [await send(), await send(), await send()];
    vi.advanceTimersByTime(POLL_MS);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([first]);
    gate.open();
    await expect.poll(() => stateOf(others[2] ?? '')).toBe('completed');
    expect(begun).toEqual([first, suspect, ...others]);
  },
);

test('a suspect that goes on for long no longer keeps the next ones waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const leases = [5, 4, 3, 2, 2, 2, 2, 2].map((lost): Lease => ({
    taskId: crypto.randomUUID(),
    scope: '' as Scope,
    epoch: lost + 1,
    attempt: lost + 1,
    cancelRequested: false,
  }));
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = { claim: async () => leases.splice(0, 1), release: async () => {} };
  const taken: number[] = [];
  const ends: (() => void)[] = [];
  const suspects = new Suspects({
    engine,
    storage: findStorageLog(engine, logger),
    logger,
    toRequest: () => ONLY,
    maxAttempts: 7,
    reserve: () => true,
    giveUp: () => {},
    take: ({ attempt }) => (taken.push(attempt), new Promise((resolve) => ends.push(resolve))),
  });
  const passTrial = async (): Promise<void> => {
    vi.advanceTimersByTime(TRIAL_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await suspects.look();
  expect(taken).toEqual([6]);
  vi.advanceTimersByTime(TRIAL_MS - 1);
  await suspects.look();
  expect(taken).toEqual([6]);
  vi.advanceTimersByTime(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toEqual([6, 5]);
  await passTrial();
  expect(taken).toEqual([6, 5, 4]);
  await passTrial();
  expect(taken).toEqual([6, 5, 4, 3, 3, 3, 3]);
  for (const end of ends) end();
  await expect.poll(() => taken).toHaveLength(8);
});

test.each(['another task takes its place', 'the runner stops'])(
  'a suspect that is given back because %s stays one',
  async (why) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { engine, makeSuspect } = openStage();
    const suspect = await makeSuspect();
    const answered = createGate();
    const gate = createGate();
    let sent = 0;
    const slow: TaskEngine = {
      ...engine,
      async claim(request, limit) {
        if (request.suspects === 'only') sent += 1;
        const leases = await engine.claim(request, limit);
        if (request.suspects === 'only') await answered.opened;
        return leases;
      },
    };
    const { runner, send, stateOf } = startRunner(
      { skill: { concurrency: 1, run: () => gate.opened } },
      { engine: slow, pollMs: POLL_MS },
    );
    vi.advanceTimersByTime(POLL_MS);
    await expect.poll(() => sent).toBe(1);
    const stopping = why === 'the runner stops' ? runner.stop() : undefined;
    const id = stopping === undefined ? await send() : undefined;
    answered.open();
    await stopping;
    const heldBy = async () => (await engine.listAll({ taskId: suspect, pageSize: 1 })).tasks[0];
    await expect.poll(async () => (await heldBy())?.leasedUntil).toBeUndefined();
    expect(await engine.claim(NONE, 10)).toEqual([]);
    expect(await engine.claim(ONLY, 10)).toMatchObject([{ taskId: suspect, attempt: 3 }]);
    gate.open();
    if (id !== undefined) await expect.poll(() => stateOf(id)).toBe('completed');
  },
);

test('a job that names a suspect lets it run, though the runner does not look by itself', async () => {
  const { engine, makeSuspect } = openStage();
  const jobs: ((job: DispatchJob) => Promise<void>)[] = [];
  const dispatcher: Dispatcher = {
    enqueue: async () => {},
    consume: async (work) => (jobs.push(work), async () => {}),
    close: async () => {},
  };
  const attempts: number[] = [];
  const { stateOf } = startRunner(
    { skill: { run: ({ attempt }) => attempts.push(attempt) } },
    { engine, dispatcher, pollMs: 600_000 },
  );
  const taskId = await makeSuspect();
  await jobs[0]?.({ taskId, skillId: 'skill' });
  await expect.poll(() => stateOf(taskId)).toBe('completed');
  expect(attempts).toEqual([3]);
});
