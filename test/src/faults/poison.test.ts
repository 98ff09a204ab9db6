import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import type { Scope, TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { Role } from '@a2a-js/sdk';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { type ClockedPlace, openClockedPlace } from '../support/clocked-place.ts';
import { openTestPlace } from '../support/test-engine.ts';
import { startChild } from './start-child.ts';

/** So long that no lease runs out before the test moves the clock, however busy the machine is. */
const LEASE_MS = 600_000;
const SCOPE = 'user:ada' as Scope;

async function createTask(engine: TaskEngine, text: string): Promise<string> {
  const { taskId } = await engine.create({
    id: randomUUID(),
    scope: SCOPE,
    contextId: 'c',
    message: {
      messageId: randomUUID(),
      contextId: 'c',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    metadata: {},
    invocation: { kind: 'text', skillId: 'skill', text, acceptedOutputModes: [] },
  });
  return taskId;
}

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

async function areDone(engine: TaskEngine, taskIds: readonly string[]): Promise<boolean> {
  const tasks = await Promise.all(taskIds.map((id) => engine.get(SCOPE, id)));
  return tasks.every((task) => task?.state === 'completed' || task?.state === 'failed');
}

type Handler = (
  task: TaskContext,
  call: { readonly text: string; readonly crash: () => Promise<never> },
) => Promise<string>;

/**
 * Runs processes one after the other, each until one of its handlers ends it, until no task is
 * left. A process that has ended reaches its storage no more. Returns how many ended.
 */
async function runProcesses(
  { engine, advance }: ClockedPlace,
  { taskIds, handler }: { readonly taskIds: readonly string[]; readonly handler: Handler },
): Promise<number> {
  const isDone = (): Promise<boolean> => areDone(engine, taskIds);
  for (let crashes = 0; ; crashes += 1) {
    const state = { isDead: false };
    const through = <Result>(call: () => Promise<Result>): Promise<Result> =>
      state.isDead ? Promise.reject(new Error('The process has ended')) : call();
    const skill = defineSkill({
      id: 'skill',
      name: 'Skill',
      description: 'Tests.',
      tags: [],
      output: { item: { type: 'object' } },
      text: ({ text, task }) =>
        handler(task, {
          text,
          crash() {
            state.isDead = true;
            // A process that has ended goes no further.
            return new Promise((_resolve, reject) => {
              task.signal.addEventListener('abort', () => reject(task.signal.reason as Error));
            });
          },
        }),
    });
    const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const own: TaskEngine = {
      ...engine,
      append: (lease, events) => through(() => engine.append(lease, events)),
      claim: (request, limit) => through(() => engine.claim(request, limit)),
      renew: (leases, ttlMs) => through(() => engine.renew(leases, ttlMs)),
      release: async (leases, options) =>
        state.isDead ? undefined : engine.release(leases, options),
      get: (scope, taskId) => through(() => engine.get(scope, taskId)),
    };
    const runner = createRunner(own, agent, { logger, leaseMs: LEASE_MS, pollMs: 5 });
    const isOver = async (): Promise<boolean> => state.isDead || (await isDone());
    await expect.poll(isOver, { interval: 5 }).toBe(true);
    await runner.stop();
    if (!state.isDead) return crashes;
    await advance(LEASE_MS + 1);
  }
}

/** Makes 20 good tasks, and one among them that ends its process. */
async function createTasks(engine: TaskEngine): Promise<readonly string[]> {
  const taskIds: string[] = [];
  for (let number = 0; number < 21; number += 1) {
    taskIds.push(await createTask(engine, number === 10 ? 'poison' : 'good'));
  }
  return taskIds;
}

async function checkTasks(engine: TaskEngine, taskIds: readonly string[]): Promise<void> {
  const states = await Promise.all(taskIds.map((id) => engine.get(SCOPE, id)));
  expect(states.filter((task) => task?.state === 'completed')).toHaveLength(20);
  expect(states[10]?.state).toBe('failed');
}

test('of 20 good tasks and one that ends its process, the good ones complete', async () => {
  const place = await openClockedPlace('sqlite');
  const { engine } = place;
  const taskIds = await createTasks(engine);
  const crashes = await runProcesses(place, {
    taskIds,
    async handler(task, { text, crash }) {
      // All tasks of a process are under way when one of them ends it.
      await passTurns(text === 'poison' ? 100 : 1_000);
      if (text === 'poison') await crash();
      task.signal.throwIfAborted();
      return 'done';
    },
  });
  await checkTasks(engine, taskIds);
  expect(crashes).toBeLessThanOrEqual(8);
});

test('and so it is with processes of the system', async () => {
  const file = join(makeCliFolder({}), 'tasks.sqlite');
  const engine = openTestPlace(file);
  const taskIds = await createTasks(engine);
  let crashes = -1;
  for (; !(await areDone(engine, taskIds)); crashes += 1) {
    const child = await startChild('poison-child', file, String((crashes + 1) * 2 * LEASE_MS));
    let isOver = false;
    void child.next().then(() => (isOver = true));
    await expect.poll(async () => isOver || (await areDone(engine, taskIds))).toBe(true);
    await child.kill();
  }
  await checkTasks(engine, taskIds);
  expect(crashes).toBeLessThanOrEqual(8);
});

test('a task of 100 steps survives 50 ends of its process, and repeats no step', async () => {
  const place = await openClockedPlace('sqlite');
  const begun: string[] = [];
  const taskId = await createTask(place.engine, 'long');
  const crashes = await runProcesses(place, {
    taskIds: [taskId],
    async handler(task, { crash }) {
      for (let number = 0; number < 100; number += 1) {
        const before = begun.length;
        await task.step(`step ${number}`, () => void begun.push(`step ${number}`));
        if (begun.length > before && number % 2 === 1) await crash();
      }
      return 'done';
    },
  });
  expect((await place.engine.get(SCOPE, taskId))?.state).toBe('completed');
  expect(crashes).toBe(50);
  expect(begun).toEqual(Array.from({ length: 100 }, (_value, number) => `step ${number}`));
});
