import type { TaskContext } from '@formwork/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { message, startRunner } from '../testing/start-runner.ts';
import { LINGER_MS } from './run-signal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

interface Gates {
  /** The ids of the tasks whose handlers have begun, in this order. */
  readonly tasks: string[];
  readonly open: (id: string) => void;
  readonly pass: (task: TaskContext) => Promise<void>;
}

/** Makes a handler that ignores its signal and waits until the test opens its gate. */
function createGates(): Gates {
  const gates = new Map<string, () => void>();
  const tasks: string[] = [];
  return {
    tasks,
    open: (id) => gates.get(id)?.(),
    pass: ({ id }) =>
      new Promise((resolve) => {
        tasks.push(id);
        gates.set(id, resolve);
      }),
  };
}

test('a canceled handler that goes on gives its place to another after a while, once', async () => {
  const { tasks, open, pass } = createGates();
  const warnings: unknown[] = [];
  const ignore = (): void => undefined;
  const logger = {
    info: ignore,
    error: ignore,
    warn: (text: string, fields?: object) => void warnings.push([text, fields]),
  };
  const { engine, runner, send, stateOf } = startRunner(
    { skill: { concurrency: 1, run: pass } },
    { concurrency: 1, logger },
  );
  const stuck = await send();
  await expect.poll(() => tasks).toEqual([stuck]);
  await engine.cancel('' as Scope, stuck);
  await runner.notice(stuck);
  expect(await stateOf(stuck)).toBe('canceled');
  const second = await send();
  const third = await send();
  vi.advanceTimersByTime(LINGER_MS - 1);
  expect([tasks, warnings]).toEqual([[stuck], []]);
  vi.advanceTimersByTime(1);
  await expect.poll(() => tasks).toEqual([stuck, second]);
  const told = { taskId: stuck, skillId: 'skill', end: 'canceled', lingering: 1 };
  expect(warnings).toMatchObject([[expect.stringContaining('still runs'), told]]);
  // The first handler's late return frees no place, because the second task has taken its place.
  open(stuck);
  await new Promise((resolve) => setImmediate(resolve));
  const { place } = await runner.admit('skill', async (given) => ({ taskId: '', place: given }));
  expect(place).toBeUndefined();
  expect(await stateOf(third)).toBe('submitted');
  open(second);
  await expect.poll(() => tasks).toEqual([stuck, second, third]);
  open(third);
  await expect.poll(() => stateOf(third)).toBe('completed');
});

test('a handler that outlives its timeout gives its place to another after a while', async () => {
  const { tasks, open, pass } = createGates();
  const { send, logged } = startRunner({ skill: { timeoutMs: 50, run: pass } }, { concurrency: 1 });
  const stuck = await send();
  await expect.poll(() => tasks).toEqual([stuck]);
  const second = await send();
  vi.advanceTimersByTime(50);
  await expect.poll(() => logged).toEqual(['Task failed']);
  vi.advanceTimersByTime(LINGER_MS);
  await expect.poll(() => tasks).toEqual([stuck, second]);
  open(stuck);
  open(second);
});

test('the caller of a run that lost its lease does not wait for ever for the handler', async () => {
  const { tasks, open, pass } = createGates();
  let time = Date.now();
  const engine = createMemoryEngine({ now: () => time });
  const { runner } = startRunner({ skill: { run: pass } }, { engine, leaseMs: 60_000 });
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = { id: 't', scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
  const { run } = await createAndRun({ engine, runner }, task);
  await expect.poll(() => tasks).toEqual(['t']);
  time += 60_001;
  expect(await engine.claim({ worker: 'other', ttlMs: 60_000 }, 1)).toHaveLength(1);
  await runner.notice('t');
  vi.advanceTimersByTime(LINGER_MS);
  await run;
  open('t');
});

test('nobody is warned of a handler that heeds its signal', async () => {
  const { tasks, open, pass } = createGates();
  const { engine, runner, send, logged } = startRunner({ skill: { run: pass } });
  const id = await send();
  await expect.poll(() => tasks).toEqual([id]);
  await engine.cancel('' as Scope, id);
  await runner.notice(id);
  open(id);
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(LINGER_MS);
  expect(logged).toEqual([]);
});
