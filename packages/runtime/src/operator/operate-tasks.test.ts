import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import { createQuestionMessage } from '../messages/follow-up-form.ts';
import type { Scope } from '../scope.ts';
import {
  createLeased,
  getTask,
  need,
  newTask,
  pushConfig,
  readLog as readAll,
  SCOPE,
  statusEvent,
  textMessage,
} from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { answerFor, findQuestion } from './answer-for.ts';
import { cancelTask, findTaskSummary, removeTask, retryTask } from './change-task.ts';
import { listLetters, reviveLetters } from './dead-letters.ts';
import { readContents } from './task-contents.ts';
import { listReceivers, toEventShape } from './task-shape.ts';

async function find(engine: TaskEngine, taskId: string): Promise<TaskSummary> {
  return need(await findTaskSummary(engine, taskId));
}

test('tasks are retried, canceled and deleted, or left with the reason', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  const { taskId } = lease;
  const running = await find(engine, taskId);
  expect(await retryTask(engine, running)).toEqual({
    kind: 'refused',
    why: 'running',
    state: 'submitted',
  });
  expect(await cancelTask(engine, running)).toEqual({ kind: 'requested' });
  await engine.append(lease, [statusEvent('failed')]);
  const failed = await find(engine, taskId);
  expect(await cancelTask(engine, failed)).toEqual({
    kind: 'refused',
    why: 'ended',
    state: 'failed',
  });
  const again = await retryTask(engine, failed);
  expect(again.kind).toBe('created');
  expect(await retryTask(engine, failed)).toEqual({ ...again, kind: 'repeated' });
  expect(await removeTask(failed, { engine })).toEqual({ kind: 'deleted' });
  expect(await removeTask(failed, { engine })).toMatchObject({ kind: 'refused', why: 'gone' });
  expect(await findTaskSummary(engine, taskId)).toBeUndefined();
  const [next] = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  await engine.release([need(next)], { retryAfterMs: 60_000 });
  expect(await retryTask(engine, await find(engine, need(next).taskId))).toEqual({ kind: 'woken' });
  const forced = await createLeased(engine);
  expect(await cancelTask(engine, await find(engine, forced.taskId), { force: true })).toEqual({
    kind: 'canceled',
  });
});

test('a retried task goes on after its last step and answer, or begins from the start', async () => {
  let isBroken = true;
  const done: string[] = [];
  const { engine, send, stateOf } = startRunner({
    skill: {
      run: async (task) => {
        await task.step('pay', () => void done.push('pay'));
        const { text, message } = await task.ask('Sure?', { answer: 'message' });
        expect(message.taskId).toBe(task.id);
        await task.artifact({ id: 'log', text });
        await task.step('ship', () => void done.push(`ship: ${text}`));
        if (isBroken) throw new Error('The printer is broken');
      },
    },
  });
  const scope = '' as Scope;
  async function answer(taskId: string, text: string): Promise<void> {
    await expect.poll(() => stateOf(taskId)).toBe('input-required');
    const { seq = 0 } = (await engine.get(scope, taskId)) ?? {};
    const message = { ...textMessage(text), taskId };
    const events = [
      { kind: 'message', message },
      { kind: 'memo', position: 1, key: 'ask-message', value: 1 },
      { kind: 'status', state: 'working' },
    ] as const;
    await engine.reply(scope, taskId, { reply: { expectedSeq: seq, events } });
  }
  const id = await send();
  await answer(id, 'yes');
  await expect.poll(() => stateOf(id)).toBe('failed');
  isBroken = false;
  const failed = await find(engine, id);
  const [again, too] = await Promise.all([retryTask(engine, failed), retryTask(engine, failed)]);
  const { newTaskId } = again as { readonly newTaskId: string };
  expect([again.kind, too.kind].toSorted()).toEqual(['created', 'repeated']);
  expect(too).toMatchObject({ newTaskId });
  await expect.poll(() => stateOf(newTaskId)).toBe('completed');
  expect(done).toEqual(['pay', 'ship: yes']);
  const snapshot = need(await engine.get(scope, newTaskId));
  expect(snapshot.history.map(({ taskId }) => taskId)).toEqual([newTaskId, newTaskId]);
  expect(snapshot.artifacts.map(({ artifactId }) => artifactId)).toContain('log');
  // One order makes one task: the way in which the second one would begin does not matter.
  expect(await retryTask(engine, failed, { fromStart: true })).toEqual({
    ...too,
    kind: 'repeated',
  });

  const other = await send();
  await engine.cancel(scope, other, { force: true });
  await expect.poll(() => stateOf(other)).toBe('canceled');
  const fresh = await retryTask(engine, await find(engine, other), { fromStart: true });
  expect(fresh.kind).toBe('created');
  await answer((fresh as { readonly newTaskId: string }).newTaskId, 'no');
  await expect.poll(() => done.at(-1)).toBe('ship: no');
  expect(done.filter((step) => step === 'pay')).toHaveLength(3);
});

test('a question that had no answer is asked again, and an engine without an archive says so', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  await engine.append(lease, [{ kind: 'memo', position: 0, key: 'step:pay', value: 1 }]);
  await engine.append(lease, [statusEvent('input-required')]);
  await engine.cancel(SCOPE, lease.taskId);
  const ended = await find(engine, lease.taskId);
  const { archive: _archive, ...plain } = engine;
  expect(await retryTask(plain, ended)).toMatchObject({ kind: 'refused', why: 'steps' });
  const made = await retryTask(engine, ended);
  const [next] = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  expect(next).toMatchObject({ taskId: (made as { newTaskId?: string }).newTaskId, attempt: 1 });
  expect(await getTask(engine, need(next))).toMatchObject({ state: 'working', memos: [{}] });
  expect(await retryTask(plain, ended, { fromStart: true })).toMatchObject({ kind: 'repeated' });
});

test('a task that goes on gets its time from the clock of its engine', async () => {
  const time = Date.parse('2001-01-01T00:00:00.000Z');
  const engine = { ...createMemoryEngine({ now: () => time }), now: async () => time };
  const lease = await createLeased(engine);
  await engine.append(lease, [{ kind: 'memo', position: 0, key: 'step:pay', value: 1 }]);
  await engine.append(lease, [statusEvent('failed')]);
  await retryTask(engine, await find(engine, lease.taskId));
  const [next] = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  const times = (await readAll(engine, need(next))).map(({ timestamp }) => timestamp);
  expect(new Set(times)).toEqual(new Set([new Date(time).toISOString()]));
});

test('a task that an earlier version has retried under another id is not retried again', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  await engine.append(lease, [{ kind: 'memo', position: 0, key: 'step:pay', value: 1 }]);
  await engine.append(lease, [statusEvent('failed')]);
  const failed = await find(engine, lease.taskId);
  const idempotencyKey = `retry:${failed.taskId}:${failed.seq}` as IdempotencyKey;
  const { taskId: newTaskId } = await engine.create(newTask({ idempotencyKey }));
  expect(await retryTask(engine, failed)).toEqual({ kind: 'repeated', newTaskId });
  expect(await retryTask(engine, failed, { fromStart: true })).toMatchObject({ newTaskId });
});

const secret = { type: 'string', writeOnly: true } as const;

/** Brings a task with a secret in its input to a question whose answer has another. */
async function ask(engine: TaskEngine): Promise<TaskSummary> {
  const schema = {
    type: 'object',
    properties: { pin: { type: 'integer', writeOnly: true }, ok: { type: 'boolean' } },
    required: ['ok'],
  } as const;
  const invocation = {
    kind: 'structured',
    skillId: 'open',
    schema: 'door',
    data: { name: 'front', key: 'swordfish' },
    acceptedOutputModes: [],
  } as const;
  const lease = await createLeased(engine, { invocation });
  const { id: taskId, contextId } = await getTask(engine, lease);
  const question = {
    question: 0,
    key: 'ask',
    prompt: 'Sure?',
    form: { name: 'sure', schema },
    assignment: { to: ['user:ada'], about: { key: 'swordfish', pins: [4711] } },
  };
  const message = createQuestionMessage(question, { taskId, contextId });
  await engine.append(lease, [{ kind: 'status', state: 'input-required', message }]);
  return find(engine, taskId);
}

const agent = defineAgent({
  name: 'Doors',
  version: '1',
  skills: [
    defineSkill({
      id: 'open',
      name: 'Open',
      description: 'Opens a door.',
      tags: [],
      input: { door: { type: 'object', properties: { name: { type: 'string' }, key: secret } } },
      output: { opened: { type: 'object' } },
      run: () => ({}),
    }),
  ],
});

test('an answer for a caller is in the log with who gave it and why, and is checked first', async () => {
  const engine = createMemoryEngine();
  const task = await ask(engine);
  expect(await findQuestion(engine, task)).toMatchObject({ number: 0, prompt: 'Sure?' });
  const answeredFor = { by: 'op', reason: 'Ada is on leave' };
  const give = (question: number, value: unknown) =>
    answerFor(engine, task, { question, value, answeredFor });
  expect(await give(1, { ok: true })).toMatchObject({ kind: 'refused' });
  const unfit = await give(0, { pin: 4711 });
  expect(unfit).toMatchObject({ kind: 'unfit' });
  expect(JSON.stringify(unfit)).not.toContain('4711');
  expect(await readAll(engine, task)).toHaveLength(2);
  expect(await give(0, { ok: true, pin: 4711 })).toEqual({ kind: 'answered' });
  expect(await give(0, { ok: true })).toMatchObject({ kind: 'refused' });
  expect(await findQuestion(engine, task)).toBeUndefined();
  const shapes = (await readAll(engine, task)).map(({ event }) => toEventShape(event));
  expect(shapes).toMatchObject([
    { kind: 'status', state: 'submitted', hasMessage: false },
    { kind: 'status', state: 'input-required', question: { number: 0, form: 'sure' } },
    { kind: 'message', answeredFor, parts: [{ kind: 'data' }] },
    { kind: 'memo', position: 0, key: 'ask' },
    { kind: 'status', state: 'working' },
  ]);
  expect(JSON.stringify(shapes)).not.toContain('4711');
});

test('contents are shown without the secrets of input and answers, or not at all', async () => {
  const engine = createMemoryEngine();
  const task = await ask(engine);
  const value = { ok: true, pin: 4711 };
  await answerFor(engine, task, { question: 0, value, answeredFor: { reason: 'r' } });
  const [lease] = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  await engine.append(need(lease), [
    { kind: 'memo', position: 1, key: 'step:try', value: 'tried swordfish with 4711' },
    { kind: 'message', message: textMessage('The key is swordfish') },
  ]);
  const contents = await readContents(engine, { task, agent });
  const text = JSON.stringify(contents);
  expect(contents).toMatchObject({
    input: { name: 'front', key: '[secret]' },
    questions: [{ number: 0, prompt: 'Sure?', about: { key: '[secret]', pins: ['[secret]'] } }],
  });
  expect(text).toContain('tried [secret] with [secret]');
  expect(text).not.toMatch(/swordfish|4711/u);
  const other = { ...agent, inputSchemas: new Map() };
  expect(await readContents(engine, { task, agent: other })).toBe('schema-missing');
  await engine.delete(SCOPE, task.taskId);
  expect(await readContents(engine, { task, agent })).toBe('gone');
});

test('receivers are listed without their secrets, and revived', async () => {
  const engine = createMemoryEngine();
  const push = {
    ...pushConfig('p', { token: 'hush' }),
    url: 'https://user:pass@receiver.example/p?key=hush',
  };
  const { taskId } = await engine.create(newTask({ push }));
  const task = await find(engine, taskId);
  const [delivery] = await engine.claimDeliveries({ worker: 'w', ttlMs: 60_000 }, 1);
  await engine.settleDelivery(need(delivery), { kind: 'dead', reason: 'gone' });
  const url = 'https://receiver.example/p';
  const receivers = await listReceivers(engine, task);
  expect(receivers).toMatchObject([{ id: 'p', url, after: 0, death: { reason: 'gone' } }]);
  expect(await listLetters(engine, 10)).toMatchObject([{ taskId, configId: 'p', url }]);
  expect(JSON.stringify(receivers)).not.toMatch(/hush|pass/u);
  expect(await reviveLetters(engine, { configId: 'other' })).toBe(0);
  expect(await reviveLetters(engine, { taskId, url: push.url })).toBe(1);
  expect(await listLetters(engine, 10)).toEqual([]);
});
