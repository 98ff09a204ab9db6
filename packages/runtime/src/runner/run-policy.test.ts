import { setTimeout as sleep } from 'node:timers/promises';
import { Role, type Message } from '@a2a-js/sdk';
import {
  defineAgent,
  defineSkill,
  TransientError,
  type SkillLimits,
  type TaskContext,
} from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { createRunner, type Runner, type RunnerOptions } from './create-runner.ts';

const message: Message = {
  messageId: 'm',
  contextId: 'c',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

type Handler = (task: TaskContext) => unknown;

interface Started {
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly logged: readonly string[];
  /** Makes a task as a request does, and returns its id. */
  readonly send: (skillId?: string) => Promise<string>;
  readonly stateOf: (id: string) => Promise<string | undefined>;
  readonly textOf: (id: string) => Promise<unknown>;
}

function start(
  skills: Readonly<Record<string, SkillLimits & { readonly run: Handler }>>,
  options: Partial<RunnerOptions> = {},
): Started {
  const engine = createMemoryEngine();
  const agent = defineAgent({
    name: 'Agent',
    version: '1',
    skills: Object.entries(skills).map(([id, { run, ...limits }]) =>
      defineSkill({
        id,
        name: id,
        description: 'Tests.',
        tags: [],
        output: { item: { type: 'object' } },
        ...limits,
        text: async ({ task }) => String((await run(task)) ?? ''),
      }),
    ),
  });
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  const logger = { info: log, warn: log, error: log };
  const runner = createRunner(engine, agent, { logger, pollMs: 20, ...options });
  onTestFinished(async () => {
    await runner.stop();
    await engine.close();
  });
  const get = (id: string): Promise<TaskSnapshot | undefined> => engine.get('', id);
  return {
    engine,
    runner,
    logged,
    async send(skillId = 'skill') {
      const id = crypto.randomUUID();
      const invocation = { kind: 'text', skillId, text: '', acceptedOutputModes: [] } as const;
      const task = { id, scope: '', contextId: 'c', message, metadata: {}, invocation };
      const { lease } = await engine.create(task, runner.claimRequest(skillId));
      if (lease !== undefined) void runner.run(lease);
      return id;
    },
    stateOf: async (id) => (await get(id))?.state,
    async textOf(id) {
      const part = (await get(id))?.statusMessage?.parts[0];
      return part?.content?.value;
    },
  };
}

function untilAborted({ signal }: TaskContext): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
}

test('an attempt that takes too long is told, and its task fails with the reason', async () => {
  const reasons: unknown[] = [];
  const { send, stateOf, textOf } = start({
    skill: {
      timeoutMs: 30,
      run: async (task) => {
        await untilAborted(task);
        reasons.push(task.signal.reason);
        await task.progress('late').catch((error: unknown) => reasons.push(error));
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent did not finish this task within 0.03 s.');
  const timeout = { code: 'RUN_ENDED', end: 'timeout' };
  await expect.poll(() => reasons).toMatchObject([timeout, timeout]);
});

test('a handler that does not heed its timeout keeps nobody waiting', async () => {
  let wake = (): void => undefined;
  const stuck = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const { engine, runner } = start({ skill: { timeoutMs: 30, run: () => stuck } });
  const task = {
    id: 't',
    scope: '',
    contextId: 'c',
    message,
    metadata: {},
    invocation: { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] },
  } as const;
  const { lease } = await engine.create(task, runner.claimRequest('skill'));
  if (lease === undefined) throw new Error('Expected a lease');
  await runner.run(lease);
  expect((await engine.get('', 't'))?.state).toBe('failed');
  wake();
});

test('a handler that ends in time is none the worse', async () => {
  const { send, stateOf, logged } = start({ skill: { timeoutMs: 60_000, run: () => 'done' } });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(logged).toEqual([]);
});

test('what may pass is tried again, and steps that are done are not', async () => {
  const attempts: number[] = [];
  let steps = 0;
  const { engine, send, stateOf, logged } = start({
    skill: {
      retry: { delayMs: 5 },
      run: async (task) => {
        attempts.push(task.attempt);
        const step = await task.step('once', () => {
          steps += 1;
          return steps;
        });
        if (task.attempt < 3) throw new TransientError('busy');
        return step;
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect({ attempts, steps }).toEqual({ attempts: [1, 2, 3], steps: 1 });
  expect(logged).toEqual(['Task will be tried again', 'Task will be tried again']);
  const log = await engine.read('', id, { after: 0 });
  const states = log.flatMap(({ event }) => (event.kind === 'status' ? [event.state] : []));
  expect(new Set(states)).toEqual(new Set(['submitted', 'working', 'completed']));
});

test('a task between attempts takes no place, and can be canceled at once', async () => {
  const { engine, send, stateOf } = start(
    {
      skill: {
        retry: { delayMs: 600_000 },
        run: () => {
          throw new TransientError('busy');
        },
      },
      other: { run: () => 'done' },
    },
    { concurrency: 1 },
  );
  const id = await send();
  const other = await send('other');
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(await stateOf(id)).toMatch(/submitted|working/u);
  expect(await engine.cancel('', id)).toEqual({ kind: 'canceled' });
});

test('the last attempt fails the task, without saying what was wrong', async () => {
  const { send, stateOf, textOf } = start({
    skill: {
      retry: { maxAttempts: 2, delayMs: 1 },
      run: () => {
        throw new TransientError('secret host is busy');
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await textOf(id)).toBe('The agent failed to do this task.');
});

test('a policy may allow more attempts than the runner', async () => {
  const { send, stateOf } = start(
    {
      skill: {
        retry: { maxAttempts: 4, delayMs: 1 },
        run: ({ attempt }) => {
          if (attempt < 4) throw new TransientError('busy');
        },
      },
    },
    { maxAttempts: 2 },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
});

test('a timeout is tried again when the policy says so', async () => {
  const { send, stateOf } = start({
    skill: {
      timeoutMs: 30,
      retry: { delayMs: 1, isTransient: (error) => (error as { end?: string }).end === 'timeout' },
      run: (task) => (task.attempt === 1 ? untilAborted(task) : 'done'),
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
});

test('only so many tasks of a skill run at once, the others wait in order and let others pass', async () => {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  let running = 0;
  let most = 0;
  const { send, stateOf } = start({
    skill: {
      concurrency: 2,
      run: async ({ id }) => {
        begun.push(id);
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => finish.set(id, resolve));
        running -= 1;
      },
    },
    other: { run: () => 'done' },
  });
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await send());
  const other = await send('other');
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(begun).toEqual(ids.slice(0, 2));
  expect(await stateOf(ids[2] ?? '')).toBe('submitted');
  for (const [index, id] of ids.entries()) {
    await expect.poll(() => begun).toContain(id);
    finish.get(id)?.();
    await expect.poll(() => stateOf(id)).toBe('completed');
    if (index === 3) ids.push(await send());
  }
  expect(begun).toEqual(ids);
  expect(most).toBe(2);
});

test('tasks that come at the same moment share one place in turn', async () => {
  let running = 0;
  let most = 0;
  const { send, stateOf } = start({
    skill: {
      concurrency: 1,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(1);
        running -= 1;
      },
    },
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => send()));
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(most).toBe(1);
});

test.each([
  [
    'step',
    (task: TaskContext) => task.step('big', () => 'x'.repeat(2_000)),
    /step "big".*at most 1000 bytes of JSON.*2002 bytes/u,
  ],
  [
    'progress',
    (task: TaskContext) => task.progress('é'.repeat(501)),
    /text must be at most 1000 bytes: current value is 1002 bytes/u,
  ],
  [
    'ask',
    (task: TaskContext) => task.ask('x'.repeat(1_000)),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
  [
    'ask with a form',
    (task: TaskContext) =>
      task.ask('?', { schema: { type: 'object', description: 'x'.repeat(1_000) } }),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
  [
    'authorize',
    (task: TaskContext) => task.authorize('?', { details: { x: 'x'.repeat(1_000) } }),
    /question, with its form or details, must be at most 1000 bytes/u,
  ],
])('%s refuses what is too big, and says how big it is', async (_name, call, expected) => {
  const errors: unknown[] = [];
  const { send, stateOf } = start(
    {
      skill: {
        run: async (task) => {
          await call(task).catch((error: unknown) => errors.push(error));
        },
      },
    },
    { maxEntryBytes: 1_000 },
  );
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(errors).toMatchObject([{ message: expect.stringMatching(expected) }]);
});

test.each([
  [
    { url: 'javascript:alert(1)' },
    /url must be an http or https address: current value is "javascript/u,
  ],
  [{ url: 7 }, /url must be an http or https address: current value is number/u],
  [{ details: [1] }, /details must be a JSON object/u],
  [{ details: { x: 1n } }, /details must be a JSON object/u],
])('authorize() refuses %o', async (request, expected) => {
  const errors: unknown[] = [];
  const { send, stateOf } = start({
    skill: {
      run: (task) =>
        task.authorize('Sign in', request as object).catch((error: unknown) => errors.push(error)),
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  expect(errors).toMatchObject([
    { code: 'TASK_CALL_INVALID', message: expect.stringMatching(expected) },
  ]);
});

test('a stopping process says so to its handlers', async () => {
  const reasons: unknown[] = [];
  const { runner, send, stateOf } = start({
    skill: {
      run: async (task) => {
        await untilAborted(task);
        reasons.push(task.signal.reason);
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('working');
  await runner.stop();
  expect(reasons).toMatchObject([{ code: 'RUN_ENDED', end: 'stopping' }]);
});

test('chunks that are not awaited are written in the order of their calls', async () => {
  const { engine, send, stateOf } = start({
    skill: {
      run: (task) => {
        for (let index = 0; index < 50; index += 1) {
          const checked = index % 3 === 0 ? { schema: 'item', data: {} } : {};
          void task.artifact({ id: 'a', text: `${index} `, append: true, ...checked });
          if (index % 5 === 0) void task.progress(String(index));
        }
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('completed');
  const log = await engine.read('', id, { after: 0 });
  const texts = log.flatMap(({ event }) =>
    event.kind === 'artifact' && event.artifact.artifactId === 'a'
      ? [event.artifact.parts[0]?.content?.value]
      : [],
  );
  expect(texts).toEqual(Array.from({ length: 50 }, (_, index) => `${index} `));
});
