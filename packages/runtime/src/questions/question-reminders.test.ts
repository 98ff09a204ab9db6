import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readQuestion } from '../messages/follow-up-form.ts';
import type { Scope } from '../scope.ts';
import { approve, KIM, openOffice, QUIET, toPerson } from '../testing/open-office.ts';
import { createGate, getTask, readLog } from '../testing/samples.ts';
import { CLAIM_MS } from './claimed-question.ts';
import { createQuestionReminders } from './question-reminders.ts';

test('people are told, reminded once and escalated once, by the clock of the engine', async () => {
  const { inbox, reminders, notices, advance, begin, engine, stateOf } = await openOffice();
  const taskId = await begin({
    to: 'user:kim',
    remindInMs: 60_000,
    dueInMs: 600_000,
    escalateTo: 'role:boss',
  });
  const told = (): readonly string[] => notices.map(({ kind, to }) => `${kind} ${to.join(' ')}`);
  await Promise.all([reminders.look(), reminders.look()]);
  expect(told()).toEqual(['asked user:kim']);
  await inbox.claim(KIM, taskId);
  advance(59_000);
  await reminders.look();
  expect(told()).toHaveLength(1);
  advance(2_000);
  const second = createQuestionReminders(engine, {
    logger: QUIET,
    listSecrets: () => [],
    notify: async (news) => void notices.push(...news),
  });
  onTestFinished(() => second.stop());
  await Promise.all([reminders.look(), second.look()]);
  expect(told().slice(1)).toEqual(['reminded user:kim']);
  advance(600_000);
  await Promise.all([reminders.look(), second.look()]);
  expect(told().slice(2)).toEqual(['escalated role:boss']);
  advance(600_000);
  await Promise.all([reminders.look(), second.look()]);
  expect(told()).toHaveLength(3);
  const boss = toPerson('max', 'role:boss');
  const [question] = (await inbox.list(boss)).questions;
  expect(question).toMatchObject({ taskId, isOverdue: true, to: ['user:kim', 'role:boss'] });
  expect(question).not.toHaveProperty('claimedBy');
  expect(question?.askedAt).toBe('2026-01-01T00:00:00.000Z');
  await inbox.answer(boss, taskId, approve());
  await expect.poll(() => stateOf(taskId), { interval: 5 }).toBe('completed');
  const log = await readLog(engine, { scope: 'user:ada' as Scope, taskId });
  const changes = log.flatMap(({ event }) => {
    const data = event.kind === 'status' ? event.message?.metadata : undefined;
    return (
      JSON.stringify(data?.[FOLLOW_UP_FORMS_EXTENSION_URI])?.match(
        /"change":\{"kind":"([a-z-]+)"/u,
      )?.[1] ?? []
    );
  });
  expect(changes).toEqual(['claimed', 'reminded', 'escalated']);
});

test('a question that nobody answers in time gets its answer once, and an earlier one counts', async () => {
  const { inbox, reminders, advance, begin, engine, stateOf } = await openOffice();
  const second = createQuestionReminders(engine, { logger: QUIET, listSecrets: () => [] });
  onTestFinished(() => second.stop());
  const otherwise = { approved: false };
  const given = { to: 'role:approver', dueInMs: 60_000, remindInMs: 1_000, otherwise } as const;
  const [open, taken] = [await begin(given), await begin({ ...given, about: 'x'.repeat(9_000) })];
  const answered = await begin(given);
  const look = async (): Promise<void> =>
    void (await Promise.all([reminders.look(), second.look()]));
  await look();
  advance(30_000);
  await look();
  await inbox.claim(KIM, taken);
  await inbox.answer(KIM, answered, approve());
  expect(await stateOf(open)).toBe('input-required');
  advance(30_000);
  await look();
  const answers = [open, taken, answered].map(async (taskId) => {
    await expect.poll(() => stateOf(taskId), { interval: 5 }).toBe('completed');
    const { memos = [] } = await getTask(engine, { scope: 'user:ada' as Scope, taskId });
    return memos.map((memo) => memo?.value);
  });
  expect(await Promise.all(answers)).toEqual([[otherwise], [otherwise], [{ approved: true }]]);
});

test('people are told of a question that became overdue while no process was there', async () => {
  const { reminders, notices, advance, begin } = await openOffice();
  await begin({ to: 'user:kim', dueInMs: 60_000, escalateTo: 'role:boss' });
  advance(120_000);
  await reminders.look();
  advance(120_000);
  await reminders.look();
  expect(notices.map(({ kind, to }) => `${kind} ${to.join(' ')}`)).toEqual([
    'asked user:kim',
    'escalated role:boss',
  ]);
});

test('news that cannot be delivered is delivered later', async () => {
  const { engine, begin, advance } = await openOffice();
  const warnings: string[] = [];
  let isDown = true;
  const told: string[] = [];
  const reminders = createQuestionReminders(engine, {
    logger: { ...QUIET, warn: (text) => void warnings.push(text) },
    listSecrets: () => [],
    async notify(news) {
      if (isDown) throw new Error('The receiver is down');
      told.push(...news.map(({ id }) => id));
      return undefined;
    },
  });
  onTestFinished(() => reminders.stop());
  await begin({ to: 'user:kim' });
  await reminders.look();
  expect(warnings).toEqual([expect.stringContaining('tried again within a minute')]);
  isDown = false;
  await reminders.look();
  expect(told).toEqual([]);
  advance(60_001);
  await reminders.look();
  await reminders.look();
  expect(told).toHaveLength(1);
});

test('people are reminded and a question escalates although nobody can be told; later all is told', async () => {
  const { engine, begin, advance, inbox } = await openOffice();
  let isDown = true;
  const told: string[] = [];
  const reminders = createQuestionReminders(engine, {
    logger: QUIET,
    listSecrets: () => [],
    async notify(news) {
      if (isDown) throw new Error('The receiver is down');
      told.push(...news.map(({ kind, to, id }) => `${kind} ${to.join(' ')} ${id.slice(-1)}`));
      return undefined;
    },
  });
  onTestFinished(() => reminders.stop());
  const taskId = await begin({
    to: 'user:kim',
    remindInMs: 30_000,
    dueInMs: 600_000,
    escalateTo: 'role:boss',
  });
  const stageOf = async (): Promise<string | undefined> => {
    const task = await getTask(engine, { scope: 'user:ada' as Scope, taskId });
    return readQuestion(task.statusMessage)?.assignment?.stage;
  };
  await reminders.look();
  expect(await stageOf()).toBeUndefined();
  advance(30_001);
  await reminders.look();
  expect(await stageOf()).toBe('reminded');
  advance(570_000);
  await reminders.look();
  expect(await stageOf()).toBe('overdue');
  expect((await inbox.list(toPerson('max', 'role:boss'))).questions).toMatchObject([{ taskId }]);
  isDown = false;
  advance(60_001);
  await reminders.look();
  await reminders.look();
  const seqs = told.map((text) => Number(text.slice(-1)));
  expect(told.map((text) => text.slice(0, -2))).toEqual([
    'asked user:kim',
    'reminded user:kim',
    'escalated role:boss',
  ]);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(new Set(seqs).size).toBe(3);
  advance(600_000);
  await reminders.look();
  expect(told).toHaveLength(3);
});

test('whoever takes a question is not told of what happened before', async () => {
  const { engine, begin, advance, inbox } = await openOffice();
  const told: string[] = [];
  let isDown = true;
  const reminders = createQuestionReminders(engine, {
    logger: QUIET,
    listSecrets: () => [],
    async notify(news) {
      if (isDown) return 1_000;
      told.push(...news.map(({ kind, to }) => `${kind} ${to.join(' ')}`));
      return undefined;
    },
  });
  onTestFinished(() => reminders.stop());
  const taskId = await begin({ to: ['user:kim', 'user:lee'], remindInMs: 30_000, dueInMs: 60_000 });
  await reminders.look();
  advance(30_001);
  await reminders.look();
  await inbox.claim(KIM, taskId);
  await inbox.handOver(KIM, taskId, ['user:eve']);
  isDown = false;
  await reminders.look();
  expect(told).toEqual(['handed-over user:eve']);
});

test('a receiver that says nothing holds up no other question, and reminders that stop let go of it', async () => {
  const { engine, begin, advance } = await openOffice();
  let letGo: (value: number | undefined) => void = () => undefined;
  const hung = new Promise<number | undefined>((resolve) => {
    letGo = resolve;
  });
  const begun: string[] = [];
  const reminders = createQuestionReminders(engine, {
    logger: QUIET,
    listSecrets: () => [],
    everyMs: 5,
    async notify([first]) {
      begun.push(first?.question.taskId ?? '');
      return hung;
    },
  });
  const first = await begin({ to: 'user:kim' });
  await expect.poll(() => begun).toEqual([first]);
  const second = await begin({ to: 'user:kim', remindInMs: 30_000, dueInMs: 60_000 });
  await expect.poll(() => begun).toEqual([first, second]);
  const third = await begin({ to: 'user:kim', dueInMs: 60_000 });
  await expect.poll(() => begun).toHaveLength(3);
  // No other process gets the questions meanwhile, and all once the reminders have stopped.
  expect(await engine.claimDueQuestions(10, 1_000)).toEqual([]);
  const stopped = reminders.stop();
  letGo(60_000);
  await stopped;
  const free = await engine.claimDueQuestions(10, 1_000);
  expect(free.map(({ taskId }) => taskId).toSorted()).toEqual([first, second, third].toSorted());
  // They are news still: no question woke at its next time.
  advance(1_001);
  const next = await engine.claimDueQuestions(10, 1_000);
  expect(next).toHaveLength(3);
});

test('news that are found once reminders have stopped are left to the next process', async () => {
  const { engine, begin } = await openOffice();
  await begin({ to: 'user:kim' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = createGate();
  const answered = createGate();
  let told = 0;
  const slow = {
    ...engine,
    async claimDueQuestions(count: number, ttlMs: number) {
      asked.open();
      await answered.opened;
      return engine.claimDueQuestions(count, ttlMs);
    },
  };
  const second = createQuestionReminders(slow, {
    logger: QUIET,
    listSecrets: () => [],
    notify() {
      told += 1;
      return new Promise(() => undefined);
    },
  });
  const looked = second.look();
  await asked.opened;
  const stopped = second.stop();
  // Storage answers when the time for news is over.
  await vi.advanceTimersByTimeAsync(1_000);
  answered.open();
  await Promise.all([looked, stopped]);
  expect(told).toBe(0);
  expect(await engine.claimDueQuestions(1, CLAIM_MS)).toHaveLength(1);
});
