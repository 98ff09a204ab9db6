import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { newTask } from '../testing/samples.ts';
import { createBell } from './bell.ts';
import { HintHub } from './hints.ts';
import { createMemoryEngine } from './memory-engine.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Wired {
  readonly hub: HintHub;
  /** Sends a hint about a task to the hub, as an engine does. */
  readonly hint: (taskId: string) => void;
  readonly isWatching: () => boolean;
}

function wireHub(): Wired {
  const hints = new Set<(taskId: string) => void>();
  const hub = new HintHub({
    watch(hint) {
      hints.add(hint);
      return () => hints.delete(hint);
    },
  });
  return {
    hub,
    hint(taskId) {
      for (const each of hints) {
        each(taskId);
      }
    },
    isWatching: () => hints.size > 0,
  };
}

test('listen() hears of its own task and of hints about any task', () => {
  const { hub, hint } = wireHub();
  const heard: string[] = [];
  hub.listen('a', () => heard.push('a'));
  hub.listen('a', () => heard.push('a again'));
  hub.listen('b', () => heard.push('b'));
  hint('a');
  expect(heard.splice(0)).toEqual(['a', 'a again']);
  hint('c');
  expect(heard).toEqual([]);
  hint('*');
  expect(heard).toEqual(['a', 'a again', 'b']);
});

test('listen() counts one function listening twice as two listeners', () => {
  const { hub, hint } = wireHub();
  let calls = 0;
  function count(): void {
    calls += 1;
  }
  const stops = [hub.listen('a', count), hub.listen('a', count)];
  hint('a');
  expect(calls).toBe(2);
  stops[0]?.();
  stops[0]?.();
  hint('a');
  expect(calls).toBe(3);
  stops[1]?.();
  hint('a');
  expect(calls).toBe(3);
});

test('listen() survives other listeners that throw or stop during a hint', () => {
  const { hub, hint } = wireHub();
  let calls = 0;
  const stop = hub.listen('a', () => {
    stop();
    throw new Error('a listener must not throw');
  });
  hub.listen('a', () => {
    calls += 1;
  });
  hint('a');
  hint('a');
  expect(calls).toBe(2);
});

test('wait() resolves after a hint of the engine and leaves no timer', async () => {
  vi.useFakeTimers();
  const engine = createMemoryEngine();
  const hub = new HintHub(engine);
  const task = newTask();
  const waiting = hub.wait(task.id, { timeoutMs: 60_000 });
  await engine.create(task);
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() resolves after its time', async () => {
  vi.useFakeTimers();
  const { hub, hint } = wireHub();
  let isOver = false;
  async function wait(): Promise<void> {
    await hub.wait('a', { timeoutMs: 1000 });
    isOver = true;
  }
  const waiting = wait();
  hint('b');
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(isOver).toBe(true);
});

test('wait() resolves when its signal aborts, before or during', async () => {
  const { hub } = wireHub();
  const controller = new AbortController();
  const waiting = hub.wait('a', { timeoutMs: 60_000, signal: controller.signal });
  controller.abort();
  await waiting;
  await expect(
    hub.wait('a', { timeoutMs: 60_000, signal: controller.signal }),
  ).resolves.toBeUndefined();
});

test('close() ends the watch and all waits', async () => {
  const { hub, isWatching } = wireHub();
  const waiting = [hub.wait('a', { timeoutMs: 60_000 }), hub.wait('b', { timeoutMs: 60_000 })];
  expect(isWatching()).toBe(true);
  hub.close();
  await Promise.all(waiting);
  expect(isWatching()).toBe(false);
});

test('wait() returns at once when the bell rang before, unless that was reset', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  bell.ring();
  await bell.wait(1000);
  expect(vi.getTimerCount()).toBe(0);

  bell.reset();
  const waiting = bell.wait(1000);
  expect(vi.getTimerCount()).toBe(1);
  bell.ring();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() returns after its time without a ring', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  const waiting = bell.wait(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(bell.isStopped()).toBe(false);
});

test('stop() ends this wait and all later ones', async () => {
  vi.useFakeTimers();
  const bell = createBell();
  const waiting = bell.wait(1000);
  bell.stop();
  await waiting;
  bell.reset();
  await bell.wait(1000);
  expect(bell.isStopped()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('stopOn() stops with the signal until it lets go of it', () => {
  const first = new AbortController();
  const second = new AbortController();
  const bell = createBell();
  const release = bell.stopOn(first.signal);
  release();
  first.abort();
  expect(bell.isStopped()).toBe(false);
  bell.stopOn(second.signal);
  second.abort();
  expect(bell.isStopped()).toBe(true);
  expect(getEventListeners(first.signal, 'abort')).toEqual([]);
});

test('stopOn() stops at once with a signal that was aborted before', () => {
  const bell = createBell();
  bell.stopOn(AbortSignal.abort());
  expect(bell.isStopped()).toBe(true);
});

test('new HintHub() shares a read among those who ask in one turn, until a hint', async () => {
  let hint: (taskId: string) => void = () => undefined;
  const hub = new HintHub({
    watch(listener) {
      hint = listener;
      return () => undefined;
    },
  });
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    return reads;
  };
  expect(await Promise.all([hub.share('a', read), hub.share('a', read)])).toEqual([1, 1]);
  expect(await hub.share('b', read)).toBe(2);
  hint('other');
  expect(await hub.share('a', read)).toBe(3);
  await new Promise(setImmediate);
  expect(await hub.share('a', read)).toBe(4);
});
