import type { RunEnd } from '@formwork/core';
import { expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { ReleaseOptions } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import { createGate, SCOPE } from '../testing/samples.ts';
import { LeaseDeadline } from './lease-deadline.ts';
import type { Run } from './run-options.ts';
import { type RunStart, TakeOvers, type TakeOversOptions } from './take-overs.ts';

const LEASE_MS = 12_000;

/** Makes the take-overs of a runner with the given runs, and notes what they do in order. */
function createTakeOvers({
  runs = [],
  ...options
}: Partial<Omit<TakeOversOptions, 'runs'>> & { readonly runs?: Run[] } = {}): {
  readonly takeOvers: TakeOvers;
  readonly done: unknown[];
} {
  const done: unknown[] = [];
  const log = (message: string, fields?: object): void => void done.push([message, fields]);
  const takeOvers = new TakeOvers({
    logger: { info: log, warn: log, error: log },
    leaseMs: LEASE_MS,
    source: {
      release: async ([lease], { runOut }: ReleaseOptions = {}) =>
        void done.push(['release', lease?.taskId, runOut]),
    },
    slots: { release: () => done.push('place'), skills: { take: () => true } },
    runs,
    begin: async ({ taskId }) => void done.push(['begin', taskId]),
    enqueue: async ({ taskId }) => void done.push(['enqueue', taskId]),
    onUnused: () => done.push('unused'),
    ...options,
  });
  return { takeOvers, done };
}

function leaseOf(fields: Partial<Lease> = {}): Lease {
  const counts = { epoch: 2, attempt: 2, cancelRequested: false };
  return { taskId: 'task', scope: SCOPE, skillId: 'few', ...counts, ...fields };
}

/** Makes a run of a task that ends when a test says so. */
function createEarlierRun(fields: Partial<Lease> = {}): {
  readonly run: Run;
  readonly ends: RunEnd[];
  readonly end: () => void;
} {
  const gate = createGate();
  const ends: RunEnd[] = [];
  const run: Run = {
    lease: leaseOf({ epoch: 1, ...fields }),
    deadline: new LeaseDeadline(LEASE_MS, 0),
    done: gate.opened,
    isOver: () => ends.length > 0,
    cancel: () => gate.opened,
    abandon: (end) => void ends.push(end),
    drain: () => gate.opened,
    lose: () => gate.opened,
  };
  return { run, ends, end: gate.open };
}

const BEGINNING: RunStart = { sentAt: 0 };
const NOT_STORED = { snapshot: {} as never, created: Promise.resolve(false) };

test('an earlier run of the same task ends before the next begins', async () => {
  const { run, ends, end } = createEarlierRun();
  const other = createEarlierRun({ taskId: 'other' });
  const { takeOvers, done } = createTakeOvers({ runs: [other.run, run] });
  const whole = takeOvers.take(leaseOf(), BEGINNING);
  expect([ends, other.ends, done]).toEqual([['lost'], [], []]);
  end();
  await whole;
  expect(done).toEqual([['begin', 'task']]);
});

test('an earlier run that ignores its signal delays the next by a third of a lease at most', async () => {
  const { run, ends } = createEarlierRun();
  // Real time: the promise of a timer cannot be moved.
  const { takeOvers, done } = createTakeOvers({ runs: [run], leaseMs: 30 });
  await takeOvers.take(leaseOf(), BEGINNING);
  expect([ends, done]).toEqual([['lost'], [['begin', 'task']]]);
});

test('the first lease of a task looks for no earlier run, and a run that is over is left alone', async () => {
  const { run, ends } = createEarlierRun();
  const { takeOvers, done } = createTakeOvers({ runs: [run] });
  await takeOvers.take(leaseOf({ epoch: 1 }), BEGINNING);
  expect(ends).toEqual([]);
  run.abandon('timeout');
  await takeOvers.take(leaseOf(), BEGINNING);
  expect([ends, done]).toEqual([
    ['timeout'],
    [
      ['begin', 'task'],
      ['begin', 'task'],
    ],
  ]);
});

test('a task whose skill has no place any more is given back, and its place of the runner is free before', async () => {
  const { takeOvers, done } = createTakeOvers({
    slots: { release: () => done.push('place'), skills: { take: () => false } },
  });
  await takeOvers.take(leaseOf(), { ...BEGINNING, isSuspect: true });
  expect(done).toEqual(['place', 'unused', ['release', 'task', true], ['enqueue', 'task']]);
});

test('a task that a handler began before it was stored is given back only if it was stored', async () => {
  const { takeOvers, done } = createTakeOvers();
  await takeOvers.giveBack(leaseOf(), { ...BEGINNING, early: NOT_STORED });
  expect(done).toEqual([]);
  const early = { ...NOT_STORED, created: Promise.resolve(true) };
  await takeOvers.giveBack(leaseOf(), { ...BEGINNING, early });
  expect(done).toEqual([
    ['release', 'task', false],
    ['enqueue', 'task'],
  ]);
});

test('a lease that the storage does not take back is logged, and its task is not queued', async () => {
  const away = new EngineStorageError('08006', { isAway: true });
  const { takeOvers, done } = createTakeOvers({
    source: { release: () => Promise.reject(away) },
  });
  await takeOvers.giveBack(leaseOf(), BEGINNING);
  expect(done).toEqual([
    ['Cannot give a task back', { taskId: 'task', error: expect.any(String) as string }],
  ]);
});
