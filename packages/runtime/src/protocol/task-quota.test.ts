import { expect, test, vi } from 'vitest';
import type { TaskEngine, TaskQuery } from '../engine/task-engine.ts';
import { QuotaError } from '../errors.ts';
import { ANONYMOUS_SCOPE, toPrincipalScope } from '../scope.ts';
import { createTaskQuota } from './task-quota.ts';

/** An engine that knows how many tasks a caller has in each state. */
function createCounts(counts: Partial<Record<NonNullable<TaskQuery['state']>, number>>) {
  let looks = 0;
  const engine = {
    list: async (_scope: string, { state = 'working' }: TaskQuery) => {
      looks += 1;
      return { tasks: [], totalSize: counts[state] ?? 0 };
    },
  } as unknown as TaskEngine;
  return { engine, looks: () => looks / 4 };
}

const ADA = toPrincipalScope({ id: 'ada' });

test('a caller begins as many tasks as there is room for, which is not counted each time', async () => {
  const { engine, looks } = createCounts({ submitted: 10, 'input-required': 10 });
  const quota = createTaskQuota(engine, { unfinishedTasks: 120 });
  for (let n = 0; n < 50; n += 1) await quota.check(ADA);
  expect(looks()).toBe(1);
  await quota.check(ADA);
  expect(looks()).toBe(2);
});

test('a caller with too many tasks is refused, and looked at again after a while', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const counts = { working: 3 };
  const { engine, looks } = createCounts(counts);
  const quota = createTaskQuota(engine, { unfinishedTasks: 3 });
  for (let n = 0; n < 3; n += 1) {
    const refused = quota.check(ADA);
    await expect(refused).rejects.toThrow(QuotaError);
    await expect(refused).rejects.toThrow('at most 3 may be under way, and 3 are');
  }
  expect(looks()).toBe(1);
  counts.working = 2;
  vi.setSystemTime(Date.now() + 5_001);
  await quota.check(ADA);
  vi.useRealTimers();
});

test('questions that nobody answers keep a caller from asking for more', async () => {
  const { engine } = createCounts({ 'input-required': 2, 'auth-required': 1 });
  const quota = createTaskQuota(engine, { waitingQuestions: 3 });
  await expect(quota.check(ADA)).rejects.toThrow('at most 3 may wait for an answer, and 3 do');
});

test('strangers have a limit of their own', async () => {
  const { engine } = createCounts({ working: 5 });
  const quota = createTaskQuota(engine, { unfinishedTasks: 5, unfinishedTasksOfStrangers: 6 });
  await expect(quota.check(ADA)).rejects.toThrow('of a caller at most 5');
  await quota.check(ANONYMOUS_SCOPE);
});
