import { Role } from '@a2a-js/sdk';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import type { Scope, TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { type ClockedPlace, openClockedPlace } from '../support/clocked-place.ts';
import { repetitions } from '../support/repetitions.ts';
import { openTestPlace } from '../support/test-engine.ts';
import { startChild } from './start-child.ts';

/** So long that no lease runs out before the test moves the clock, however busy the machine is. */
const LEASE_MS = 600_000;
const SCOPE = 'user:ada' as Scope;

/** How often the process of a long task is killed. */
const KILLS = Number(process.env['FORMWORK_STEP_KILLS'] ?? repetitions(50));

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

/** How a life of the process ends: after its second step, in the middle of it, or beside its first. */
const ENDS = ['after', 'within', 'beside'] as const;

test(`a task of 100 steps survives ${KILLS} kills of its process, and repeats no step`, async () => {
  const file = join(makeCliFolder({}), 'tasks.sqlite');
  const engine = openTestPlace(file);
  const taskId = await createTask(engine, 'long');
  const lines: unknown[] = [];
  const count = (word: string): number => lines.filter((line) => isAbout(line, word)).length;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const end = ENDS[kill % ENDS.length] ?? 'after';
    const child = await startChild('steps-child', file, String(kill * 2 * LEASE_MS), end);
    const [word, times] = end === 'after' ? ['stored', 2] : ['begun', end === 'within' ? 2 : 1];
    const before = count(word);
    while (count(word) < before + times) {
      const line = await child.next();
      if (line === undefined) throw new Error('The process has ended by itself.');
      lines.push(line);
    }
    lines.push(...(await child.kill()));
  }
  const last = await startChild('steps-child', file, String(KILLS * 2 * LEASE_MS));
  await expect.poll(() => areDone(engine, [taskId])).toBe(true);
  lines.push(...(await last.kill()));
  expect((await engine.get(SCOPE, taskId))?.state).toBe('completed');
  expect(count('stored')).toBeGreaterThan(100 - KILLS);
  const repeated = lines.filter(
    (line, index) =>
      isAbout(line, 'begun') && lines.slice(0, index).some((one) => isEnd(one, line)),
  );
  expect(repeated).toEqual([]);
});

/** True for a line of the process that begins with a word. */
function isAbout(line: unknown, word: string): line is readonly [string, number] {
  return Array.isArray(line) && line[0] === word;
}

/** True if a line says that the result of a step is stored whose beginning another one says. */
function isEnd(line: unknown, begun: unknown): boolean {
  return isAbout(line, 'stored') && isAbout(begun, 'begun') && line[1] === begun[1];
}
