import { Role, type Message } from '@a2a-js/sdk';
import {
  defineAgent,
  defineSkill,
  isRunEndedError,
  TransientError,
  type Agent,
  type TaskContext,
} from '@formwork/core';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { NewTask, TaskEngine } from '../engine/task-engine.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { createGate, range } from '../testing/samples.ts';
import { createRunner } from './create-runner.ts';
import type { Runner } from './runner-options.ts';
import type { RunnerOptions } from './runner-options.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

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

function newTask(id: string): NewTask {
  const structured = { kind: 'structured', skillId: 'skill', schema: 'any', data: {} } as const;
  const invocation = { ...structured, acceptedOutputModes: [] };
  return { id, scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
}

function createAgent(run: (task: TaskContext) => Promise<void>): Agent {
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    input: { any: { type: 'object' } },
    retry: { delayMs: 1 },
    run: ({ task }) => run(task),
  });
  return defineAgent({ name: 'Agent', version: '1', skills: [skill] });
}

function start(
  run: (task: TaskContext) => Promise<void>,
  { wrap, ...options }: Partial<RunnerOptions> & { wrap?: (engine: TaskEngine) => TaskEngine } = {},
): { readonly engine: TaskEngine; readonly runner: Runner } {
  const memory = createMemoryEngine();
  const engine = wrap?.(memory) ?? memory;
  // With this interval, the runner does not find tasks by polling during a test.
  const runner = createRunner(engine, createAgent(run), { logger, pollMs: 600_000, ...options });
  onTestFinished(async () => {
    await runner.stop();
    await memory.close();
  });
  return { engine, runner };
}

async function stateOf(engine: TaskEngine, id: string): Promise<string | undefined> {
  return (await engine.get('' as Scope, id))?.state;
}

test('work that found every place taken runs as soon as one is free', async () => {
  const finish: (() => void)[] = [];
  const run = (): Promise<void> => new Promise((resolve) => finish.push(resolve));
  const { engine, runner } = start(run, { concurrency: 1 });
  const { run: done } = await createAndRun({ engine, runner }, newTask('first'));
  const { run: none } = await createAndRun({ engine, runner }, newTask('second'));
  expect(none).toBeUndefined();
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  await done;
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  await expect.poll(() => stateOf(engine, 'second')).toBe('completed');
});

test('stop() gives back what did not end, at once and as the same attempt', async () => {
  const { engine, runner } = start(
    (task) =>
      new Promise((_resolve, reject) => {
        task.signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  );
  await createAndRun({ engine, runner }, newTask('t'));
  await expect.poll(() => stateOf(engine, 't')).toBe('working');
  await runner.stop();
  const { place } = await runner.admit(undefined, async (given) => ({ taskId: 't', place: given }));
  expect(place).toBeUndefined();
  expect(await engine.claim({ worker: 'other', ttlMs: 1_000 }, 1)).toMatchObject([
    { taskId: 't', epoch: 2, attempt: 1 },
  ]);
});

test('what another process did is seen without waiting for the next look', async () => {
  const hints: ((taskId: string) => void)[] = [];
  const { engine, runner } = start(
    (task) =>
      new Promise((resolve) => {
        task.signal.addEventListener('abort', () => resolve());
      }),
    {
      wrap: (memory) => ({
        ...memory,
        watch(hint) {
          hints.push(hint);
          return () => undefined;
        },
      }),
    },
  );
  await engine.create(newTask('t'));
  for (const hint of hints) hint('*');
  await expect.poll(() => stateOf(engine, 't')).toBe('working');
  expect(await engine.cancel('' as Scope, 't')).toEqual({ kind: 'requested' });
  for (const hint of hints) hint('*');
  await expect.poll(() => stateOf(engine, 't')).toBe('canceled');
  await runner.stop();
});

test('a clock that jumps forward lets no two attempts run at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const order: string[] = [];
  let looks = 0;
  const { engine, runner } = start(
    async ({ attempt, signal }) => {
      order.push(`begin ${attempt}`);
      if (attempt > 1) return;
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      // The runner looks for tasks again and again before this attempt returns.
      const before = looks;
      await expect.poll(() => looks).toBeGreaterThan(before + 2);
      order.push(`end ${attempt}: ${isRunEndedError(signal.reason) && signal.reason.end}`);
    },
    {
      pollMs: 10,
      wrap: (memory) => ({
        ...memory,
        claim(...args) {
          looks += 1;
          return memory.claim(...args);
        },
      }),
    },
  );
  await createAndRun({ engine, runner }, newTask('t'));
  await expect.poll(() => stateOf(engine, 't')).toBe('working');
  vi.setSystemTime(Date.now() + 3_600_000);
  await expect.poll(() => stateOf(engine, 't')).toBe('completed');
  expect(order).toEqual(['begin 1', 'end 1: lost', 'begin 2']);
});

test('an attempt goes on while an earlier one, which heeds no signal, has not returned', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const ends: unknown[] = [];
  const over = createGate();
  onTestFinished(() => over.open());
  let attempts = 0;
  let renewals = 0;
  const { engine, runner } = start(
    async ({ attempt, signal }) => {
      attempts = attempt;
      if (attempt === 1) return over.opened;
      signal.addEventListener('abort', () => ends.push(signal.reason));
      const before = renewals;
      await expect.poll(() => renewals).toBeGreaterThan(before + 3);
    },
    {
      pollMs: 10,
      leaseMs: 1_500,
      wrap: (memory) => ({
        ...memory,
        renew(...args) {
          renewals += 1;
          return memory.renew(...args);
        },
      }),
    },
  );
  await createAndRun({ engine, runner }, newTask('t'));
  await expect.poll(() => stateOf(engine, 't')).toBe('working');
  vi.setSystemTime(Date.now() + 3_600_000);
  await expect.poll(() => stateOf(engine, 't')).toBe('completed');
  expect(attempts).toBe(2);
  expect(ends).toMatchObject([{ code: 'RUN_ENDED', end: 'ended' }]);
});

test('what an attempt left running hears that its handler has returned, not that it lost its task', async () => {
  const reasons: unknown[] = [];
  const { engine, runner } = start(
    async ({ attempt, signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      if (attempt < 3) throw new TransientError('busy');
    },
    {
      // `release` takes a while, as on a disk, so that other calls run before its promise resolves.
      wrap: (memory) => ({
        ...memory,
        async release(...args) {
          await memory.release(...args);
          for (const _ of range(20)) await turn();
        },
      }),
      pollMs: 10,
    },
  );
  await createAndRun({ engine, runner }, newTask('t'));
  await expect.poll(() => stateOf(engine, 't')).toBe('completed');
  const ended = { code: 'RUN_ENDED', end: 'ended' };
  await expect.poll(() => reasons).toMatchObject([ended, ended, ended]);
});

test('a runner that claims again and again is over with each claim before the next', async () => {
  // Own clock: it stands still, so that the runner never pauses for the event loop.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let hint: (taskId: string) => void = () => undefined;
  let claims = 0;
  let turns = 0;
  const over = new AbortController();
  const queue = async () => runner.admit('skill', async () => ({ taskId: 't' }));
  const { runner } = start(async () => undefined, {
    wrap: (engine) => ({
      ...engine,
      watch(listener) {
        hint = listener;
        return engine.watch(listener);
      },
      async claim() {
        claims += 1;
        // After a claim that has failed, new tasks wait, and each wants another claim.
        if (claims === 1) throw new TypeError('The storage is away.');
        if (claims < 500) await queue();
        if (claims === 500) void stop();
        return [];
      },
    }),
  });
  async function stop(): Promise<void> {
    void runner.stop().finally(() => over.abort());
    for (; !over.signal.aborted && turns < 5_000; turns += 1) await Promise.resolve();
  }
  hint('!');
  await expect.poll(() => claims).toBe(1);
  await queue();
  await expect.poll(() => over.signal.aborted).toBe(true);
  expect(claims).toBe(500);
  expect(turns).toBeLessThan(100);
});
