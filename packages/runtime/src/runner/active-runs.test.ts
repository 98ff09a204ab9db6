import type { TaskLogger } from '@formwork/core';
import { expect, type Mock, test, vi } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import { createGate, SCOPE } from '../testing/samples.ts';
import { ActiveRuns } from './active-runs.ts';
import { LeaseDeadline } from './lease-deadline.ts';
import type { Run } from './run-options.ts';

/** Makes runs that end when a test says so. */
function createRuns(): {
  readonly runs: ActiveRuns;
  readonly freed: (string | undefined)[];
  readonly warn: Mock<TaskLogger['warn']>;
  readonly start: (lease?: Partial<Lease>) => { readonly run: Run; readonly end: () => void };
} {
  const freed: (string | undefined)[] = [];
  const warn = vi.fn<TaskLogger['warn']>();
  const logger = { info: () => undefined, warn, error: () => undefined };
  const runs = new ActiveRuns({ logger, onFree: (skillId) => freed.push(skillId) });
  return {
    runs,
    freed,
    warn,
    start(lease = {}) {
      const gate = createGate();
      const state = { isOver: false };
      const run: Run = {
        lease: {
          taskId: 'task',
          scope: SCOPE,
          epoch: 1,
          attempt: 1,
          cancelRequested: false,
          skillId: 'work',
          ...lease,
        },
        deadline: new LeaseDeadline(1_000, 0),
        done: gate.opened,
        isOver: () => state.isOver,
        cancel: () => gate.opened,
        abandon: () => undefined,
        drain: () => gate.opened,
        lose: () => gate.opened,
      };
      return {
        run,
        end() {
          state.isOver = true;
          gate.open();
        },
      };
    },
  };
}

test('a run has its place until its handler returns; then its caller goes on, and the place is free', async () => {
  const { runs, freed, start } = createRuns();
  const { run, end } = start();
  const onDone = vi.fn<() => void>(() => expect(freed).toEqual([]));
  runs.hold(run, onDone);
  expect([runs.size, ...runs]).toEqual([1, run]);
  end();
  await expect.poll(() => freed).toEqual(['work']);
  expect(onDone).toHaveBeenCalledTimes(1);
  expect([runs.size, ...runs]).toEqual([0]);
});

test('the place of a run that lingers is free once, and its end frees no other', async () => {
  const { runs, freed, warn, start } = createRuns();
  const lingering = start();
  const onDone = vi.fn<() => void>();
  runs.hold(lingering.run, onDone);
  runs.letGo(lingering.run, 'lost');
  runs.letGo(lingering.run, 'lost');
  expect([runs.size, ...freed]).toEqual([0, 'work']);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[1]).toMatchObject({ taskId: 'task', end: 'lost', lingering: 1 });
  const next = start({ skillId: 'other' });
  runs.hold(next.run, () => undefined);
  lingering.end();
  await expect.poll(() => onDone.mock.calls).toHaveLength(1);
  expect([runs.size, ...freed]).toEqual([1, 'work']);
  next.end();
  await expect.poll(() => freed).toEqual(['work', 'other']);
});

test('a task runs while one of its runs is not over, under a lease after the given one', () => {
  const { runs, start } = createRuns();
  const [first, second] = [start({ epoch: 1 }), start({ epoch: 2 })];
  runs.hold(first.run, () => undefined);
  expect([runs.isRunning('task'), runs.isRunning('task', 1)]).toEqual([true, false]);
  runs.hold(second.run, () => undefined);
  expect([runs.isRunning('task', 1), runs.isRunning('other')]).toEqual([true, false]);
  second.end();
  expect([runs.isRunning('task', 1), runs.isRunning('task')]).toEqual([false, true]);
});
