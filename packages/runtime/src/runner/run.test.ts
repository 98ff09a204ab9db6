import { type Message, Role } from '@a2a-js/sdk';
import { type Agent, defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { createAgentVersions } from '../agent-versions.ts';
import type { Lease } from '../engine/lease.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { LeaseDeadline, readLeaseClock } from './lease-deadline.ts';
import { OrphanedSteps } from './orphaned-steps.ts';
import type { Run } from './run-options.ts';
import { RunStorageErrors } from './run-storage-errors.ts';
import { TaskRun } from './run.ts';

const REQUEST = { worker: 'test', ttlMs: 1_000 };

const message: Message = {
  messageId: 'm',
  contextId: 'c',
  taskId: 't',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

function createAgent(run: (task: TaskContext) => Promise<void> | void): Agent {
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    input: { any: { type: 'object' } },
    run: ({ task }) => run(task),
  });
  return defineAgent({ name: 'Agent', version: '1', skills: [skill] });
}

interface Started {
  readonly engine: TaskEngine;
  readonly lease: Lease;
  readonly run: Run;
  readonly logged: string[];
  readonly readKinds: () => Promise<string[]>;
}

interface StartOptions {
  readonly now?: () => number;
  readonly attempt?: number;
  readonly wrap?: (engine: TaskEngine) => TaskEngine;
  /** Resolves to whether the task was created; given only for a run that begins before that. */
  readonly created?: Promise<boolean>;
}

async function start(
  handler: (task: TaskContext) => Promise<void> | void,
  { now = Date.now, wrap = (engine) => engine, attempt = 1, created }: StartOptions = {},
): Promise<Started> {
  const engine = createMemoryEngine({ now });
  onTestFinished(() => engine.close());
  const { lease } = await engine.create(
    {
      id: 't',
      scope: '' as Scope,
      contextId: 'c',
      message,
      metadata: {},
      invocation: {
        kind: 'structured',
        skillId: 'skill',
        schema: 'any',
        data: {},
        acceptedOutputModes: [],
      },
    },
    REQUEST,
  );
  if (lease === undefined) throw new Error('Expected a lease');
  const snapshot = await engine.get(lease.scope, lease.taskId);
  if (snapshot === undefined) throw new Error('Expected a task');
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  const logger = { info: log, warn: log, error: log };
  const run = new TaskRun({
    engine: wrap(engine),
    agents: createAgentVersions(createAgent(handler)),
    logger,
    lease: { ...lease, attempt },
    maxAttempts: 2,
    maxEntryBytes: 1_000,
    deadline: new LeaseDeadline(REQUEST.ttlMs, readLeaseClock()),
    onOverdue: async () => undefined,
    onFault: () => undefined,
    onLinger: () => undefined,
    onSettled: () => undefined,
    onRetry: () => undefined,
    onMissingSkill: () => {},
    faults: new RunStorageErrors(1_000),
    orphanedSteps: new OrphanedSteps(),
    source: engine,
    early: created && { snapshot, created },
  });
  async function readKinds(): Promise<string[]> {
    const entries = await engine.read('' as Scope, 't', { after: 0 });
    return entries.map(({ event }) => (event.kind === 'status' ? event.state : event.kind));
  }
  return { engine, lease, run, logged, readKinds };
}

test('a handler that ends at once costs one append', async () => {
  let appends = 0;
  const { run, readKinds } = await start(() => undefined, {
    wrap: (engine) => ({
      ...engine,
      append(lease, events) {
        appends += 1;
        return engine.append(lease, events);
      },
    }),
  });
  await run.done;
  expect(await readKinds()).toEqual(['submitted', 'working', 'completed']);
  expect(appends).toBe(1);
});

test('a handler that takes its time is seen working before it says anything', async () => {
  let finish = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { run, readKinds } = await start(() => waiting);
  await expect.poll(readKinds).toEqual(['submitted', 'working']);
  finish();
  await run.done;
  expect(await readKinds()).toEqual(['submitted', 'working', 'completed']);
});

test('cancel() ends the task, then tells the handler, whose result is dropped', async () => {
  let reason: unknown;
  const { run, readKinds } = await start(async (task) => {
    await new Promise<void>((resolve) => {
      task.signal.addEventListener('abort', () => resolve());
    });
    reason = task.signal.reason;
    await expect(task.progress('more')).rejects.toBe(reason);
  });
  await run.cancel();
  await run.done;
  expect(reason).toMatchObject({ code: 'RUN_ENDED', end: 'canceled' });
  expect(await readKinds()).toEqual(['submitted', 'working', 'canceled']);
});

test('cancel() tells the handler that its task is canceled although the end could not be stored', async () => {
  let reason: unknown;
  const { run } = await start(
    ({ signal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          ({ reason } = signal);
          resolve();
        });
      }),
    {
      wrap: (engine) => ({
        ...engine,
        async append(lease, events) {
          const seq = await engine.append(lease, events);
          const last = events.at(-1);
          if (last?.kind !== 'status' || last.state !== 'canceled') return seq;
          throw new EngineStorageError('LOST', { isAway: true, mayBeStored: true });
        },
      }),
    },
  );
  await run.cancel();
  await run.done;
  expect(reason).toMatchObject({ code: 'RUN_ENDED', end: 'canceled' });
});

test('a run whose lease went to another writes nothing and is told', async () => {
  let time = 0;
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const outcome: unknown[] = [];
  const { engine, run, logged, readKinds } = await start(
    async (task) => {
      await gate;
      await task.progress('late').catch((error: unknown) => outcome.push(error));
      outcome.push(task.signal.aborted);
    },
    { now: () => time },
  );
  await expect.poll(readKinds).toEqual(['submitted', 'working']);
  time = 5_000;
  const [second] = await engine.claim(REQUEST, 1);
  expect(second).toMatchObject({ epoch: 2, attempt: 2 });
  go();
  await run.done;
  expect(outcome).toMatchObject([{ code: 'LEASE_LOST' }, true]);
  expect(await readKinds()).toEqual(['submitted', 'working']);
  expect(logged).toEqual([]);
});

test('a store that fails is logged, and the task is left to the next run', async () => {
  const { run, logged, readKinds } = await start(() => undefined, {
    wrap: (engine) => ({ ...engine, append: () => Promise.reject(new Error('disk full')) }),
  });
  await run.done;
  expect(logged).toEqual(['Cannot write to the task']);
  expect(await readKinds()).toEqual(['submitted']);
});

test('progress outside 0 to 1 is refused in words', async () => {
  const { run, readKinds } = await start(async (task) => {
    await expect(task.progress('half', 50)).rejects.toThrow(
      'Cannot report progress because the fraction must be between 0 and 1: current value is 50',
    );
  });
  await run.done;
  expect(await readKinds()).toContain('completed');
});

test('a task that was begun too often fails with the reason, and is not begun again', async () => {
  let begun = 0;
  const { engine, run } = await start(
    () => {
      begun += 1;
    },
    { attempt: 3 },
  );
  await run.done;
  expect(begun).toBe(0);
  expect(await engine.get('' as Scope, 't')).toMatchObject({
    state: 'failed',
    statusMessage: {
      parts: [{ content: { value: expect.stringContaining('began this task 2') } }],
    },
  });
});

test.each([true, false])('a step waits until its task was made (%s)', async (isCreated) => {
  const order: string[] = [];
  let settle: (isCreated: boolean) => void = () => undefined;
  const created = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const { run } = await start(
    async (task) => {
      order.push('begun');
      await task.step('pay', () => void order.push('paid'));
    },
    { created },
  );
  await expect.poll(() => order).toEqual(['begun']);
  order.push('known');
  settle(isCreated);
  await run.done;
  expect(order).toEqual(['begun', 'known', ...(isCreated ? ['paid'] : [])]);
});
