import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { message } from '../testing/start-runner.ts';
import { createRunner } from './create-runner.ts';
import { LeaseDeadline, readLeaseClock } from './lease-deadline.ts';
import type { Runner } from './runner-options.ts';

/** So long that no timer renews a lease during a test. */
const LEASE_MS = 60_000;
const SCOPE = '' as Scope;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets the clock of the process jump, as a process that was frozen sees it. */
function ownClock({ runs = true } = {}): (milliseconds: number) => void {
  const begun = performance.now();
  const read = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (runs ? read() : begun) + ahead);
  return (milliseconds) => {
    ahead += milliseconds;
  };
}

test('a deadline counts from when the claim or the renewal was sent, less a margin', () => {
  const advance = ownClock({ runs: false });
  const sentAt = readLeaseClock();
  advance(400);
  const deadline = new LeaseDeadline(1_000, sentAt);
  advance(500);
  expect(deadline.isPast()).toBe(false);
  advance(1);
  expect(deadline.isPast()).toBe(true);
  deadline.extend(sentAt + 100);
  advance(99);
  expect(deadline.isPast()).toBe(false);
  advance(1);
  expect(deadline.isPast()).toBe(true);
  // The answer to an earlier renewal comes after that to a later one.
  deadline.extend(sentAt + 500);
  deadline.extend(sentAt + 200);
  expect(deadline.isPast()).toBe(false);
});

test('a deadline passes while the machine sleeps, and does not move when its clock is set back', () => {
  const advance = ownClock({ runs: false });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const deadline = new LeaseDeadline(10_000, readLeaseClock());
  vi.setSystemTime(Date.now() - 3_600_000);
  advance(8_999);
  expect(deadline.isPast()).toBe(false);
  vi.setSystemTime(Date.now() + 60_000);
  expect(deadline.isPast()).toBe(true);
  deadline.extend(readLeaseClock());
  advance(9_000);
  expect(deadline.isPast()).toBe(false);
  advance(1);
  expect(deadline.isPast()).toBe(true);
});

/** A process whose one task waits between its steps, and the faults that the test orders. */
interface Stage {
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly taskId: string;
  readonly begun: readonly string[];
  readonly ends: readonly unknown[];
  readonly renewed: readonly (readonly Lease[])[];
  /** Lets the handler go on to its second step. */
  readonly open: () => void;
  /** Makes every renewal fail. */
  readonly cutOff: () => void;
}

/** With `onClaim`, which is called after each claim, the task waits to be claimed. */
async function openStage({
  onClaim,
  isCut = false,
}: { onClaim?: () => void; isCut?: boolean } = {}): Promise<Stage> {
  const engine = createMemoryEngine();
  const begun: string[] = [];
  const ends: unknown[] = [];
  const renewed: (readonly Lease[])[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  async function run(task: TaskContext): Promise<string> {
    task.signal.addEventListener('abort', () => ends.push(task.signal.reason));
    await task.step('first', () => void begun.push('first'));
    await gate;
    await task.step('second', () => void begun.push('second'));
    return 'done';
  }
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    output: { item: { type: 'object' } },
    text: ({ task }) => run(task),
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const away: TaskEngine = {
    ...engine,
    async claim(request, limit) {
      const leases = await engine.claim(request, limit);
      if (leases.length > 0) onClaim?.();
      return leases;
    },
    async renew(leases, ttlMs) {
      renewed.push(leases);
      if (isCut) throw new Error('no answer');
      return engine.renew(leases, ttlMs);
    },
  };
  const runner = createRunner(away, agent, {
    logger,
    leaseMs: LEASE_MS,
    pollMs: onClaim ? 20 : LEASE_MS,
  });
  onTestFinished(async () => {
    open();
    await runner.stop();
    await engine.close();
  });
  const taskId = crypto.randomUUID();
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = { id: taskId, scope: SCOPE, contextId: 'c', message, metadata: {}, invocation };
  if (onClaim === undefined) await createAndRun({ engine: away, runner }, task);
  else await engine.create(task);
  await expect.poll(() => begun.length + renewed.length).toBeGreaterThan(0);
  const cutOff = (): void => void (isCut = true);
  return { engine, runner, taskId, begun, ends, renewed, open, cutOff };
}

test('a process that is cut off begins no step after its deadline', async () => {
  const advance = ownClock();
  const { begun, ends, open, cutOff } = await openStage();
  cutOff();
  advance(LEASE_MS);
  open();
  await expect.poll(() => ends).toMatchObject([{ end: 'lost', cause: { message: 'no answer' } }]);
  expect(begun).toEqual(['first']);
});

test('a process of a machine that was suspended asks whether it still holds the lease', async () => {
  const { begun, ends, open, cutOff } = await openStage();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  cutOff();
  vi.setSystemTime(Date.now() + LEASE_MS);
  open();
  await expect.poll(() => ends).toMatchObject([{ end: 'lost', cause: { message: 'no answer' } }]);
  expect(begun).toEqual(['first']);
});

test('a process that wakes up after its deadline goes on if it still holds the lease', async () => {
  const advance = ownClock();
  const { engine, taskId, begun, ends, renewed, open } = await openStage();
  advance(LEASE_MS);
  open();
  await expect.poll(async () => (await engine.get(SCOPE, taskId))?.state).toBe('completed');
  expect(begun).toEqual(['first', 'second']);
  expect(ends).toMatchObject([{ end: 'ended' }]);
  expect(renewed).toMatchObject([[{ taskId }]]);
});

test('an answer that takes longer than the lease extends nothing', async () => {
  const advance = ownClock();
  const { begun, ends, renewed, open } = await openStage();
  advance(LEASE_MS);
  const slow = vi.spyOn(renewed as Lease[][], 'push').mockImplementation(() => {
    advance(LEASE_MS);
    return 0;
  });
  open();
  await expect.poll(() => ends).toMatchObject([{ end: 'lost' }]);
  expect(slow).toHaveBeenCalledOnce();
  expect(begun).toEqual(['first']);
});

test('a handler begins after a late answer to its claim only if the lease still stands', async () => {
  const advance = ownClock();
  const onClaim = (): void => advance(LEASE_MS);
  const held = await openStage({ onClaim });
  await expect.poll(() => held.begun).toEqual(['first']);
  expect(held.renewed[0]).toMatchObject([{ taskId: held.taskId }]);
  const lost = await openStage({ onClaim, isCut: true });
  await lost.runner.stop();
  expect(lost.renewed[0]).toMatchObject([{ taskId: lost.taskId }]);
  expect(lost.begun).toEqual([]);
});
