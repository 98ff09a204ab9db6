import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test, vi } from 'vitest';
import type { Lease, WorkRequest } from '../engine/lease.ts';
import { EngineStorageError } from '../errors.ts';
import { createGate, SCOPE } from '../testing/samples.ts';
import { RunnerSlots } from './runner-slots.ts';
import { SkillSlots } from './skill-slots.ts';
import { WorkSearch, type WorkSearchOptions } from './work-search.ts';

type Answer = (request: WorkRequest, limit: number) => Promise<readonly Lease[]>;

/** Makes a search whose claims are answered in turn, and by no lease once the answers are over. */
function createSearch({
  answers = [],
  concurrency = 2,
  skillConcurrency,
  ...options
}: Partial<WorkSearchOptions> & {
  readonly answers?: Answer[];
  readonly concurrency?: number;
  readonly skillConcurrency?: number;
} = {}): {
  readonly search: WorkSearch;
  readonly slots: RunnerSlots;
  readonly runs: { size: number };
  /** The limits of the claims that were sent. */
  readonly limits: number[];
  readonly taken: string[];
  readonly faults: unknown[];
  readonly logged: unknown[];
} {
  const runs = { size: 0 };
  const [limits, taken]: [number[], string[]] = [[], []];
  const [faults, logged]: [unknown[], unknown[]] = [[], []];
  const skill = defineSkill({
    id: 'few',
    name: 'Few',
    description: 'Tests.',
    tags: [],
    text: () => '',
    ...(skillConcurrency !== undefined && { concurrency: skillConcurrency }),
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const slots = new RunnerSlots({
    concurrency,
    runs,
    skills: new SkillSlots(() => agent),
    isDispatched: false,
    isQueueWaiting: () => false,
  });
  const search = new WorkSearch({
    claims: {
      async claimOn(request, limit) {
        limits.push(limit);
        return answers.shift()?.(request, limit) ?? [];
      },
    },
    slots,
    runs,
    renewal: { isLate: () => false, renewAll: () => Promise.resolve() },
    faults: { noteClaim: (error) => void faults.push(error) },
    storage: { succeed: () => undefined, fail: (...entry) => void logged.push(entry) },
    toRequest() {
      const skillLimits = slots.skills.toLimits();
      return { worker: 'one', ttlMs: 1_000, ...(skillLimits && { skillLimits }) };
    },
    take({ taskId }) {
      taken.push(taskId);
      runs.size += 1;
      slots.release();
    },
    onClaimed: () => undefined,
    ...options,
  });
  return { search, slots, runs, limits, taken, faults, logged };
}

function leaseOf(taskId: string, skillId?: string): Lease {
  const counts = { epoch: 1, attempt: 1, cancelRequested: false };
  return { taskId, scope: SCOPE, ...counts, ...(skillId !== undefined && { skillId }) };
}

test('a search claims for all free places, and gives back those for which there was no task', async () => {
  const { search, slots, limits, taken, faults } = createSearch({
    answers: [async () => [leaseOf('a')]],
    concurrency: 3,
  });
  await search.begin();
  expect([limits, taken]).toEqual([[3], ['a']]);
  expect([slots.countFree(), slots.isWaitedFor, search.isMissed]).toEqual([2, false, false]);
  expect(faults).toEqual([undefined]);
});

test('a claim that filled all places leaves others waiting, and another follows once one is free', async () => {
  const { search, slots, runs, limits } = createSearch({
    answers: [async () => [leaseOf('a'), leaseOf('b')]],
  });
  await search.begin();
  expect([slots.isWaitedFor, slots.takeNext('any')]).toEqual([true, false]);
  runs.size = 1;
  await search.begin();
  expect([limits, slots.isWaitedFor]).toEqual([[2, 1], false]);
});

test('a task that begins to wait while a claim is under way is found by one more, and begins no second search', async () => {
  const gate = createGate();
  const { search, limits } = createSearch({
    answers: [
      async () => {
        await gate.opened;
        return [];
      },
    ],
  });
  const whole = search.begin();
  await expect.poll(() => limits).toEqual([2]);
  expect([search.begin(), search.begin(), search.isMissed]).toEqual([undefined, undefined, true]);
  gate.open();
  await whole;
  expect([limits, search.isMissed]).toEqual([[2, 2], false]);
  await search.begin();
  expect(limits).toEqual([2, 2, 2]);
});

test('a claim that fails gives its places back, is logged, and makes new tasks wait; the next search claims again', async () => {
  const away = new EngineStorageError('08006', { isAway: true });
  const { search, slots, limits, faults, logged } = createSearch({
    answers: [() => Promise.reject(away)],
  });
  await search.begin();
  expect([slots.countFree(), slots.isWaitedFor, faults]).toEqual([2, true, [away]]);
  expect(logged).toEqual([['Cannot claim tasks', away]]);
  await search.begin();
  expect([limits, slots.isWaitedFor, faults]).toEqual([[2, 2], false, [away, undefined]]);
});

test('a search of a runner that stops claims nothing, and an error that comes then is not logged', async () => {
  const gate = createGate();
  const { search, slots, limits, logged } = createSearch({
    answers: [
      async () => {
        await gate.opened;
        throw new Error('closed');
      },
    ],
  });
  const whole = search.begin();
  await expect.poll(() => limits).toEqual([2]);
  void search.begin();
  slots.close();
  gate.open();
  await whole;
  await search.begin();
  expect([limits, logged, slots.countFree()]).toEqual([[2], [], 2]);
});

test('a search without a free place claims nothing, makes new tasks wait, and forgets the error of the last claim', async () => {
  const { search, slots, runs, limits, faults } = createSearch();
  runs.size = 2;
  await search.begin();
  expect([limits, faults]).toEqual([[], [undefined]]);
  runs.size = 0;
  expect([slots.isWaitedFor, search.isMissed]).toEqual([true, true]);
});

test('a skill whose place comes free during a claim is offered to those that the claim left', async () => {
  const { search, slots, limits } = createSearch({
    skillConcurrency: 1,
    answers: [
      async () => {
        slots.skills.free('few');
        return [];
      },
    ],
  });
  expect(slots.skills.take('few')).toBe(true);
  await search.begin();
  expect(limits).toEqual([2, 2]);
});

test('leases are renewed before a claim that comes late, and new tasks take no place meanwhile', async () => {
  const gate = createGate();
  const renewAll = vi.fn<() => Promise<void>>(() => gate.opened);
  let isLate = true;
  const { search, slots, runs, limits, taken } = createSearch({
    renewal: { isLate: () => isLate, renewAll },
    answers: [async () => [leaseOf('a')]],
  });
  runs.size = 1;
  const whole = search.begin();
  await expect.poll(() => renewAll.mock.calls.length).toBe(1);
  // The only free place is for a task that waits in the engine.
  expect([slots.takeNext('any'), limits]).toEqual([false, []]);
  isLate = false;
  gate.open();
  await whole;
  expect([taken, runs.size, slots.countFree()]).toEqual([['a'], 2, 0]);
});

test('the age of a search is that of its last claim', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { search } = createSearch();
    expect(search.readAge()).toBe(Infinity);
    await search.begin();
    vi.advanceTimersByTime(30);
    expect(search.readAge()).toBe(30);
  } finally {
    vi.useRealTimers();
  }
});
