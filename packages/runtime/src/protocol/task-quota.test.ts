import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine, TaskQuery } from '../engine/task-engine.ts';
import { QuotaError } from '../errors.ts';
import { ANONYMOUS_SCOPE, toPrincipalScope, toSessionScope } from '../scope.ts';
import { newTask } from '../testing/samples.ts';
import { createTaskQuota } from './task-quota.ts';

/**
 * Makes an engine that returns the given number of a caller's tasks in each state, and counts how
 * often it is asked.
 */
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

const nothing = async (): Promise<void> => undefined;

test('a caller begins as many tasks as there is room for, which is not counted each time', async () => {
  const { engine, looks } = createCounts({ submitted: 10, 'input-required': 10 });
  const quota = createTaskQuota(engine, { unfinishedTasks: 120 });
  for (let n = 0; n < 13; n += 1) await quota.begin(ADA, nothing);
  expect(looks()).toBe(1);
  await quota.begin(ADA, nothing);
  expect(looks()).toBe(2);
});

test('callers who come at the same time wait for one count', async () => {
  const { engine, looks } = createCounts({});
  const quota = createTaskQuota(engine, { unfinishedTasks: 60 });
  await Promise.all(Array.from({ length: 8 }, async () => quota.begin(ADA, nothing)));
  expect(looks()).toBe(1);
  await Promise.all(Array.from({ length: 10 }, async () => quota.begin(ADA, nothing)));
  expect(looks()).toBe(3);
});

test.each(['begin', 'beginSession'] as const)(
  'however many come at once, %s() lets in no more than the limit',
  async (name) => {
    const counts = { working: 0 };
    const { engine } = createCounts(counts);
    const quota = createTaskQuota(engine, { unfinishedTasks: 7, openSessions: 7 });
    const waiting: (() => void)[] = [];
    let begun = 0;
    const all = Array.from({ length: 30 }, () =>
      quota[name](ADA, async () => {
        begun += 1;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        counts.working += 1;
      }),
    );
    const ended = Promise.allSettled(all);
    while (counts.working < 7) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(begun).toBe(7);
    const results = await ended;
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(23);
  },
);

/** Makes the quotas of eight processes at one storage, and what each of them begins there. */
function createReplicas(name: 'begin' | 'beginSession') {
  const counts = { working: 0 };
  const { engine } = createCounts(counts);
  const limits = { unfinishedTasks: 100, openSessions: 100 };
  const quotas = Array.from({ length: 8 }, () => createTaskQuota(engine, limits));
  const write = async (): Promise<void> => void (counts.working += 1);
  const begin = (replica: number): Promise<unknown> =>
    quotas[replica % 8]?.[name](ADA, write).catch(() => undefined) ?? nothing();
  return { counts, begin };
}

describe.each(['begin', 'beginSession'] as const)(
  '%s() of eight processes at one storage',
  (name) => {
    test('passes the limit by one for each process at most', async () => {
      const { counts, begin } = createReplicas(name);
      for (let n = 0; n < 400; n += 1) await begin(n);
      expect(counts.working).toBeGreaterThanOrEqual(100);
      expect(counts.working).toBeLessThanOrEqual(108);
    });

    test('keeps to it after a pause in which one process filled the room', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const { counts, begin } = createReplicas(name);
      for (let n = 0; n < 8; n += 1) await begin(n);
      for (let n = 0; n < 100; n += 1) await begin(0);
      expect(counts.working).toBe(100);
      vi.advanceTimersByTime(5_001);
      for (let n = 0; n < 80; n += 1) await begin(n);
      expect(counts.working).toBe(100);
    });
  },
);

test('what could not be stored makes room again', async () => {
  const { engine } = createCounts({});
  const quota = createTaskQuota(engine, { unfinishedTasks: 1 });
  const failed = quota.begin(ADA, () => Promise.reject(new Error('The disk is full.')));
  const second = quota.begin(ADA, nothing);
  await expect(failed).rejects.toThrow('The disk is full.');
  await second;
});

test('a caller with too many tasks is refused, and looked at again after a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const counts = { working: 3 };
  const { engine, looks } = createCounts(counts);
  const quota = createTaskQuota(engine, { unfinishedTasks: 3 });
  for (let n = 0; n < 3; n += 1) {
    const refused = quota.begin(ADA, nothing);
    await expect(refused).rejects.toThrow(QuotaError);
    await expect(refused).rejects.toThrow('at most 3 may be under way, and 3 are');
  }
  expect(looks()).toBe(1);
  counts.working = 2;
  vi.advanceTimersByTime(5_001);
  await quota.begin(ADA, nothing);
  vi.useRealTimers();
});

test('a machine whose clock is set back refuses and trusts nobody for longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const counts = { working: 3 };
  const { engine, looks } = createCounts(counts);
  const quota = createTaskQuota(engine, { unfinishedTasks: 3 });
  await expect(quota.begin(ADA, nothing)).rejects.toThrow(QuotaError);
  counts.working = 2;
  vi.advanceTimersByTime(5_001);
  vi.setSystemTime(Date.now() - 3_600_000);
  await quota.begin(ADA, nothing);
  expect(looks()).toBe(2);
});

test('questions that nobody answers keep a caller from asking for more', async () => {
  const { engine } = createCounts({ 'input-required': 2, 'auth-required': 1 });
  const quota = createTaskQuota(engine, { waitingQuestions: 3 });
  await expect(quota.begin(ADA, nothing)).rejects.toThrow(
    'at most 3 may wait for an answer, and 3 do',
  );
});

test('strangers have a limit of their own', async () => {
  const { engine } = createCounts({ working: 5 });
  const quota = createTaskQuota(engine, { unfinishedTasks: 5, unfinishedTasksOfStrangers: 6 });
  await expect(quota.begin(ADA, nothing)).rejects.toThrow('of a caller at most 5');
  await quota.begin(ANONYMOUS_SCOPE, nothing);
});

test('a caller stores as much as there is room for, sessions included, and again once some is forgotten', async () => {
  const engine = createMemoryEngine();
  const quota = createTaskQuota(engine, { storedBytes: 2_000 });
  const text = (length: number): object => ({ text: 'x'.repeat(length) });
  const write = async (scope = ADA): Promise<string> => {
    const { taskId } = await engine.create(newTask({ scope, metadata: { ...text(900) } }));
    return taskId;
  };
  const first = await quota.store(ADA, text(900), write);
  const session = await write(toSessionScope(ADA));
  const refused = quota.store(ADA, text(900), write);
  await expect(refused).rejects.toThrow(QuotaError);
  await expect(refused).rejects.toThrow(
    /at most 2000 bytes are kept: \d+ are, and this has 9\d\d/u,
  );
  await quota.store(toPrincipalScope({ id: 'bob' }), text(900), write);
  await engine.delete(ADA, first);
  await engine.delete(toSessionScope(ADA), session);
  await engine.delete(ADA, await quota.store(ADA, text(700), write));
  await engine.close();
});

test('stored bytes are counted anew only after a while, or when little is free', async () => {
  const engine = createMemoryEngine();
  const count = vi.spyOn(engine, 'countBytes');
  const quota = createTaskQuota(engine, { storedBytes: 17_000_000 });
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = (length: number): Promise<number> =>
    quota.store(ADA, { text: 'x'.repeat(length) }, async () => 1);
  await store(1_000);
  const once = count.mock.calls.length;
  await store(1_000);
  expect(count).toHaveBeenCalledTimes(once);
  vi.advanceTimersByTime(251);
  await store(1_000);
  expect(count).toHaveBeenCalledTimes(2 * once);
  await store(300_000);
  expect(count).toHaveBeenCalledTimes(3 * once);
  await engine.close();
});

test('what is about to be stored counts for those who come at the same time', async () => {
  const engine = createMemoryEngine();
  const quota = createTaskQuota(engine, { storedBytesOfStrangers: 1_500 });
  const sent = { text: 'x'.repeat(900) };
  let write = (): void => undefined;
  const first = quota.store(
    ANONYMOUS_SCOPE,
    sent,
    () =>
      new Promise<void>((resolve) => {
        write = resolve;
      }),
  );
  await expect(quota.store(ANONYMOUS_SCOPE, sent, async () => 1)).rejects.toThrow(
    'for callers without a name at most 1500 bytes',
  );
  write();
  await first;
  expect(await quota.store(ANONYMOUS_SCOPE, sent, async () => 1)).toBe(1);
  await engine.close();
});
