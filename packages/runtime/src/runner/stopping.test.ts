import type { TaskContext } from '@formwork/core';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { range } from '../testing/samples.ts';
import { message, startRunner, untilAborted } from '../testing/start-runner.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Makes steps that wait until the test opens the gate of their name. */
function createGates(): {
  readonly pass: (name: string) => Promise<string>;
  readonly open: (name: string) => void;
  readonly names: readonly string[];
} {
  const gates = new Map<string, () => void>();
  const names: string[] = [];
  return {
    names,
    open: (name) => gates.get(name)?.(),
    pass: (name) =>
      new Promise((resolve) => {
        names.push(name);
        gates.set(name, () => resolve(`${name} done`));
      }),
  };
}

const CLAIM = { worker: 'other', ttlMs: 60_000 };

test('a step that returns while the runner stops is stored, and the handler goes no further', async () => {
  const { pass, open, names } = createGates();
  const seen: unknown[] = [];
  async function run(task: TaskContext): Promise<void> {
    task.signal.addEventListener('abort', () => seen.push('aborted'));
    seen.push(await task.step('pay', () => pass('pay')).catch((error: unknown) => error));
    await task.step('book', () => pass('book'));
  }
  const { engine, runner, send } = startRunner({ skill: { run } });
  const id = await send();
  await expect.poll(() => names).toEqual(['pay']);
  const stopped = runner.stop();
  // All that happens in memory takes a few turns of the event loop.
  for (const _ of range(50)) await turn();
  expect(seen).toEqual([]);
  open('pay');
  await stopped;
  expect(seen).toEqual(['aborted', expect.objectContaining({ end: 'stopping' })]);
  expect(names).toEqual(['pay']);
  const memo = { kind: 'memo', position: 0, key: 'step:pay', value: 'pay done' };
  expect((await engine.get('' as Scope, id))?.memos).toEqual([memo]);
  expect(await engine.claim(CLAIM, 1)).toMatchObject([{ taskId: id, attempt: 1 }]);
});

test('a runner whose storage takes no leases back stops all the same, and says so', async () => {
  const memory = createMemoryEngine();
  const engine: TaskEngine = {
    ...memory,
    release: async () => {
      throw new EngineStorageError('REFUSED');
    },
  };
  const { runner, send, logged } = startRunner({ skill: { run: untilAborted } }, { engine });
  await send();
  await runner.stop();
  expect(logged).toContain('Cannot give tasks back');
});

test('steps side by side are all waited for, and none begins meanwhile', async () => {
  const { pass, open, names } = createGates();
  const begun: string[] = [];
  async function chain(task: TaskContext, name: string): Promise<void> {
    await task.step(`${name}1`, () => pass(`${name}1`));
    begun.push(name);
    await task.step(`${name}2`, () => pass(`${name}2`));
  }
  const { engine, runner, send } = startRunner({
    skill: { run: (task) => Promise.all([chain(task, 'a'), chain(task, 'b')]) },
  });
  const id = await send();
  await expect.poll(() => names).toEqual(['a1', 'b1']);
  const stopped = runner.stop();
  open('a1');
  await expect.poll(() => begun).toEqual(['a']);
  open('b1');
  await stopped;
  expect(names).toEqual(['a1', 'b1']);
  expect((await engine.get('' as Scope, id))?.memos).toMatchObject([
    { key: 'step:a1' },
    { key: 'step:b1' },
  ]);
});

test('a handler that returns while the runner waits for another of its steps has ended its task', async () => {
  const { pass, open, names } = createGates();
  const { runner, send, stateOf } = startRunner({
    skill: { run: (task) => Promise.race([task.step('a', () => pass('a')), pass('b')]) },
  });
  const id = await send();
  await expect.poll(() => names).toEqual(['a', 'b']);
  const stopped = runner.stop();
  open('b');
  await expect.poll(() => stateOf(id)).toBe('completed');
  open('a');
  await stopped;
});

test('a handler that is in no step is told to stop at once', async () => {
  let signal: AbortSignal | undefined;
  const { runner, send } = startRunner({
    skill: {
      async run(task) {
        await task.step('look', () => 1);
        ({ signal } = task);
        await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
      },
    },
  });
  await send();
  await expect.poll(() => signal !== undefined).toBe(true);
  // The clock of the seconds that a step would have stands.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await runner.stop();
  expect(signal?.reason).toMatchObject({ end: 'stopping' });
});

test('a step is told to stop after four seconds, and still stored if it returns within one more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pass, open, names } = createGates();
  let isAborted = false;
  const { engine, runner, send } = startRunner({
    skill: {
      async run(task) {
        task.signal.addEventListener('abort', () => (isAborted = true));
        await task.step('deaf', () => pass('deaf'));
      },
    },
  });
  const id = await send();
  await expect.poll(() => names).toEqual(['deaf']);
  const stopped = runner.stop();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isAborted).toBe(true);
  open('deaf');
  await stopped;
  expect((await engine.get('' as Scope, id))?.memos).toMatchObject([{ key: 'step:deaf' }]);
});

test('a task that is being made when the runner stops is given back, not begun', async () => {
  const begun: string[] = [];
  const { engine, runner } = startRunner({ skill: { run: ({ id }) => void begun.push(id) } });
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = { id: 't', scope: '' as Scope, contextId: 'c', message, metadata: {}, invocation };
  await runner.admit('skill', async (place) => {
    const { lease } = await engine.create(task, place?.claim);
    await runner.stop();
    if (lease !== undefined) await place?.run(lease);
    return { taskId: 't' };
  });
  expect(begun).toEqual([]);
  expect(await engine.claim(CLAIM, 1)).toMatchObject([{ taskId: 't', attempt: 1 }]);
});
