import type { TaskContext } from '@formwork/core';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { isInterruption } from '../engine/requests.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import { createSignal } from '../testing/signal.ts';
import { startRunner } from '../testing/start-runner.ts';

// Questions that are open when their handler ends.

const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('a question that is stored while its handler ends is answered, and named in the log', async () => {
  const memory = createMemoryEngine();
  const [stored, ended] = [createSignal(), createSignal()];
  const answer = { kind: 'memo', position: 0, key: 'ask:text', value: 'yes' } as const;
  const engine: TaskEngine = {
    ...memory,
    async append(lease, events) {
      const seq = await memory.append(lease, events);
      if (!isInterruption(events.at(-1))) return seq;
      stored.resolve();
      await ended.promise;
      await later();
      return seq;
    },
  };
  const run = async (task: TaskContext): Promise<void> => {
    const forget = async (): Promise<void> => void (await task.ask('How many?'));
    void forget();
    await stored.promise;
    ended.resolve();
  };
  const errors: unknown[] = [];
  const error = (text: string, fields?: object): void => void errors.push({ text, ...fields });
  const logger = { info: () => {}, warn: () => {}, error };
  const { send, stateOf } = startRunner({ skill: { run } }, { engine, logger });
  const id = await send();
  await expect
    .poll(() => errors)
    .toContainEqual({
      text: expect.stringMatching('The handler ended while its question was asked'),
      error: expect.stringMatching(/task\.ask that was not awaited \("How many\?"\)/u),
      taskId: id,
      skillId: 'skill',
    });
  expect(await stateOf(id)).toBe('input-required');
  const expectedSeq = (await memory.get('' as Scope, id))?.seq ?? 0;
  const events = [answer, { kind: 'status', state: 'working' } as const];
  await memory.reply('' as Scope, id, { reply: { expectedSeq, events } });
  await expect.poll(() => stateOf(id)).toBe('completed');
});

/** Runs a handler, answers its first question, and returns what it logged once it has ended. */
async function answerFirst(run: (task: TaskContext) => Promise<void>): Promise<Ended> {
  const { engine, send, stateOf, logged } = startRunner({ skill: { run } });
  const id = await send();
  await expect.poll(() => stateOf(id)).toBe('input-required');
  const expectedSeq = (await engine.get('' as Scope, id))?.seq ?? 0;
  const memo = { kind: 'memo', position: 0, key: 'ask:text', value: 'two' } as const;
  const events = [memo, { kind: 'status', state: 'working' } as const];
  await engine.reply('' as Scope, id, { reply: { expectedSeq, events } });
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  return { state: await stateOf(id), logged };
}

interface Ended {
  readonly state: string | undefined;
  readonly logged: readonly string[];
}

test.each([
  ['race', Promise.race.bind(Promise)],
  ['any', Promise.any.bind(Promise)],
])('Promise.%s of questions ends with the first answer', async (_name, choose) => {
  const answers: unknown[] = [];
  const { state, logged } = await answerFirst(async (task) => {
    answers.push(await choose([task.ask('How many?'), task.ask('Which?')]));
    // The handler works on, and the other question is not asked meanwhile.
    for (let turn = 0; turn < 5; turn += 1) await later();
    await task.step('save', () => later());
  });
  expect({ state, answers }).toEqual({ state: 'completed', answers: ['two'] });
  expect(logged).toEqual([expect.stringContaining('A question is not asked')]);
});

/** Handlers that end while they need the answer to a question, which no race has decided. */
const NEEDED: readonly [kind: string, run: (task: TaskContext) => Promise<unknown>][] = [
  [
    'then',
    async (task) => {
      const amount = task.ask('How many?');
      void task.ask('Which?').then(String);
      await amount;
    },
  ],
  [
    'a function',
    async (task) => {
      const amount = task.ask('How many?');
      const forget = async (): Promise<void> => void (await task.ask('Which?'));
      void forget();
      await amount;
    },
  ],
  [
    'a race and more',
    async (task) => {
      const amount = task.ask('How many?');
      const which = task.ask('Which?');
      const first = Promise.race([amount, which]);
      void which.then(String);
      await first;
    },
  ],
];

test.each(NEEDED)('a question that %s waits for fails a task that ends', async (_kind, run) => {
  const { state, logged } = await answerFirst(async (task) => void (await run(task)));
  expect(state).toBe('failed');
  expect(logged).toContain('Task failed');
});

test('the finally blocks of a race run, and nothing of it stays open', async () => {
  const open = new Set<string>();
  await answerFirst(async (task) => {
    const questions = ['How many?', 'Which?'].map((prompt) => task.ask(prompt));
    const helpers = questions.map(async (question, index) => {
      open.add(String(index));
      await question.finally(() => open.delete(String(index)));
    });
    await Promise.race(helpers);
  });
  await expect.poll(() => [...open]).toEqual([]);
});
