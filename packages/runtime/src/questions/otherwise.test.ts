import { readAnswerer, type TaskContext } from '@formwork/core';
import type { StandardSchemaLike } from '@formwork/schema';
import { expect, onTestFinished, test } from 'vitest';
import type { Dispatcher, DispatchJob } from '../dispatch/dispatcher.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { EngineStorageError } from '../errors.ts';
import { toStreamResponse } from '../messages/protocol-task.ts';
import { toEventShape } from '../operator/task-shape.ts';
import type { Scope } from '../scope.ts';
import { KIM, QUIET, toPerson } from '../testing/open-office.ts';
import { getTask, readLog } from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { createInbox } from './inbox.ts';
import { createQuestionReminders } from './question-reminders.ts';

const BOSS = toPerson('max', 'role:boss');
const GIVEN = { to: 'role:boss', dueInMs: 60_000 } as const;

/** A queue in this process whose jobs come at once, so that no search of the engine is needed. */
function createQueue(): Dispatcher {
  const takers: ((job: DispatchJob) => Promise<void>)[] = [];
  return {
    // A job with a delay guards a lease, which no test here needs.
    enqueue: async (job) => {
      if (job.delayMs === undefined) void takers[0]?.(job);
    },
    async consume(run) {
      takers.push(run);
      return async () => undefined;
    },
    close: async () => undefined,
  };
}

/** Starts a runner that never searches for tasks, reminders, an inbox, and a clock that the test has. */
function openReminders(run: (task: TaskContext) => unknown) {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const engine = createMemoryEngine({ now: () => now });
  const told: string[] = [];
  const lines: string[] = [];
  const dispatcher = createQueue();
  const runner = startRunner({ skill: { run } }, { engine, dispatcher, pollMs: 600_000 });
  const reminders = createQuestionReminders(engine, {
    logger: { ...QUIET, info: (text) => void lines.push(text) },
    listSecrets: () => [],
    notify: async (news) => void told.push(...news.map(({ kind }) => kind)),
  });
  onTestFinished(() => reminders.stop());
  return {
    ...runner,
    told,
    lines,
    inbox: createInbox(engine, () => []),
    async pass(ms: number) {
      now += ms;
      await reminders.look();
    },
  };
}

test('an answer that nobody gave says so in the log and to the handler, and the task goes on at once', async () => {
  const answers: unknown[] = [];
  const { engine, send, stateOf, pass, lines, inbox } = openReminders(async (task) => {
    const first = await task.ask('Go on?', { ...GIVEN, otherwise: ' no\n' });
    const second = await task.ask('And now?', GIVEN);
    answers.push(first, second, ...task.history.slice(1).map(readAnswerer));
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  expect((await inbox.list(BOSS)).questions).toMatchObject([{ answersItself: true }]);
  await pass(60_000);
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  expect(lines).toEqual([expect.stringContaining('A question gets the answer of the agent')]);
  await inbox.answer(BOSS, taskId, { question: 1, text: 'yes', messageId: crypto.randomUUID() });
  await expect.poll(() => stateOf(taskId)).toBe('completed');
  const reason = 'The time for an answer is over.';
  expect(answers).toEqual(['no', 'yes', { isAutomatic: true, reason }, { id: 'max' }]);
  const log = await readLog(engine, { scope: '' as Scope, taskId });
  // All who follow the task learn that no person answered, whether they may learn names or not.
  const updates = log
    .map((entry) => toStreamResponse(entry, { taskId, contextId: '' })?.payload?.value)
    .flatMap((value) => value?.metadata ?? [])
    .map((metadata) => readAnswerer({ metadata }));
  expect(updates).toEqual([{ isAutomatic: true, reason }]);
  const shapes = log
    .map(({ event }) => toEventShape(event))
    .filter(({ kind }) => kind === 'message');
  expect(shapes).toEqual([
    { kind: 'message', isAutomatic: true, parts: [expect.anything()] },
    { kind: 'message', answeredBy: 'max', parts: [expect.anything()] },
  ]);
});

/** A schema library with a rule that the published schema lacks: `n` is at most a digit. */
function createLibrary(most: () => number): StandardSchemaLike {
  const published = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) =>
        JSON.stringify(value) <= `{"n":${most()}}`
          ? { value }
          : { issues: [{ message: 'too many' }] },
      jsonSchema: { input: () => published, output: () => published },
    },
  };
}

test('an answer that the library of the form refuses is never asked with, or given once', async () => {
  let most = 7;
  let runs = 0;
  const schema = createLibrary(() => most);
  const refused: string[] = [];
  const { engine, send, stateOf, textOf, pass, told, logged, inbox } = openReminders(
    async (task) => {
      runs += 1;
      const bad = { ...GIVEN, schema, otherwise: { n: 8 } };
      if (runs === 1) await task.ask('More?', bad).catch((error) => refused.push(String(error)));
      else await task.ask('More?', { ...GIVEN, schema, otherwise: { n: 6 } });
    },
  );
  const first = await send();
  await expect.poll(() => stateOf(first)).toBe('completed');
  expect(refused).toEqual([expect.stringMatching(/otherwise must fit the form: [^]*too many/u)]);
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  most = 5;
  await pass(60_001);
  await expect.poll(() => logged.join()).toContain('Cannot take the answer that counts');
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  expect(await textOf(taskId)).not.toContain('you sent');
  for (const _ of [1, 2, 3]) await pass(60_000);
  expect(runs).toBe(3);
  expect(logged.filter((text) => text.startsWith('Cannot take'))).toHaveLength(1);
  expect(told).toEqual(['asked', 'overdue']);
  expect((await inbox.list(BOSS)).questions[0]).not.toHaveProperty('answersItself');
  const answer = { question: 0, data: { n: 6 }, messageId: crypto.randomUUID() };
  await inbox.answer(BOSS, taskId, answer);
  await expect.poll(() => textOf(taskId)).toContain('you sent');
  await inbox.answer(BOSS, taskId, { ...answer, data: { n: 4 }, messageId: crypto.randomUUID() });
  await expect.poll(() => stateOf(taskId)).toBe('completed');
  expect((await getTask(engine, { scope: '' as Scope, taskId })).history).toHaveLength(4);
});

test('a question whose answer the library refused keeps its due time, its people and who took it', async () => {
  const schema = createLibrary(() => 5);
  const { send, stateOf, textOf, pass, told, inbox } = openReminders((task) =>
    task.ask('More?', { ...GIVEN, remindInMs: 30_000, schema, about: 'x'.repeat(5_000) }),
  );
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  await pass(20_000);
  await inbox.handOver(BOSS, taskId, ['user:kim', 'user:lee']);
  await pass(0);
  await inbox.claim(KIM, taskId);
  await pass(20_000);
  // Refused by the form, and then by the library, which asks again.
  const refused = { question: 0, data: { n: 8 } };
  for (const data of [{ n: 'x' }, refused.data]) {
    const answer = { ...refused, data, messageId: crypto.randomUUID() };
    await inbox.answer(KIM, taskId, answer).catch(() => undefined);
  }
  await expect.poll(() => textOf(taskId)).toContain('too many');
  const [question] = (await inbox.list(KIM)).questions;
  expect(question).toMatchObject({
    askedAt: '2026-01-01T00:00:00.000Z',
    dueAt: '2026-01-01T00:01:00.000Z',
    to: ['user:kim', 'user:lee'],
    claimedBy: 'kim',
    about: 'x'.repeat(5_000),
  });
  // Kim gets the news that the question is open again, and no news twice.
  await pass(0);
  expect(told).toEqual(['asked', 'handed-over', 'reminded', 'asked']);
  await pass(20_000);
  expect((await inbox.list(KIM)).questions).toMatchObject([{ isOverdue: true }]);
  expect(told.slice(4)).toEqual(['overdue']);
});

test('a storage that is away while a refused answer is asked again fails no task', async () => {
  const schema = createLibrary(() => 5);
  const faults = [new EngineStorageError('ECONNREFUSED', { isAway: true })];
  const memory = createMemoryEngine();
  const read: typeof memory.read = async (...place) => {
    const fault = faults.pop();
    if (fault !== undefined) throw fault;
    return memory.read(...place);
  };
  const engine = { ...memory, read };
  const run = (task: TaskContext): unknown => task.ask('More?', { ...GIVEN, schema });
  const { send, stateOf, textOf } = startRunner({ skill: { run } }, { engine });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const answer = { question: 0, data: { n: 8 }, messageId: crypto.randomUUID() };
  await createInbox(engine, () => []).answer(BOSS, taskId, answer);
  await expect.poll(() => faults).toEqual([]);
  await expect.poll(() => textOf(taskId)).toContain('too many');
  expect(await stateOf(taskId)).toBe('input-required');
});
