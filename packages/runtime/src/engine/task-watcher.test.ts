import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { newTask } from '../testing/samples.ts';
import { createMemoryEngine } from './memory-engine.ts';
import { TaskWatcher } from './task-watcher.ts';
import { WakeSignal } from './wake-signal.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Wired {
  readonly watcher: TaskWatcher;
  /** Sends a notice about a task to the watcher, as an engine does. */
  readonly notice: (taskId: string) => void;
  readonly isWatching: () => boolean;
}

function wireWatcher(): Wired {
  const notices = new Set<(taskId: string) => void>();
  const watcher = new TaskWatcher({
    watch(notice) {
      notices.add(notice);
      return () => notices.delete(notice);
    },
  });
  return {
    watcher,
    notice(taskId) {
      for (const each of notices) {
        each(taskId);
      }
    },
    isWatching: () => notices.size > 0,
  };
}

test('listen() hears of its own task and of notices about any task', () => {
  const { watcher, notice } = wireWatcher();
  const heard: string[] = [];
  watcher.listen('a', () => heard.push('a'));
  watcher.listen('a', () => heard.push('a again'));
  watcher.listen('b', () => heard.push('b'));
  notice('a');
  expect(heard.splice(0)).toEqual(['a', 'a again']);
  notice('c');
  expect(heard).toEqual([]);
  notice('*');
  expect(heard).toEqual(['a', 'a again', 'b']);
});

test('listen() counts one function listening twice as two listeners', () => {
  const { watcher, notice } = wireWatcher();
  let calls = 0;
  function count(): void {
    calls += 1;
  }
  const stops = [watcher.listen('a', count), watcher.listen('a', count)];
  notice('a');
  expect(calls).toBe(2);
  stops[0]?.();
  stops[0]?.();
  notice('a');
  expect(calls).toBe(3);
  stops[1]?.();
  notice('a');
  expect(calls).toBe(3);
});

test('listen() survives other listeners that throw or stop during a notice', () => {
  const { watcher, notice } = wireWatcher();
  let calls = 0;
  const stop = watcher.listen('a', () => {
    stop();
    throw new Error('a listener must not throw');
  });
  watcher.listen('a', () => {
    calls += 1;
  });
  notice('a');
  notice('a');
  expect(calls).toBe(2);
});

test('wait() resolves after a notice of the engine and leaves no timer', async () => {
  vi.useFakeTimers();
  const engine = createMemoryEngine();
  const watcher = new TaskWatcher(engine);
  const task = newTask();
  const waiting = watcher.wait(task.id, { timeoutMs: 60_000 });
  await engine.create(task);
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() resolves after its time', async () => {
  vi.useFakeTimers();
  const { watcher, notice } = wireWatcher();
  let isOver = false;
  async function wait(): Promise<void> {
    await watcher.wait('a', { timeoutMs: 1000 });
    isOver = true;
  }
  const waiting = wait();
  notice('b');
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(isOver).toBe(true);
});

test('wait() resolves when its signal aborts, before or during', async () => {
  const { watcher } = wireWatcher();
  const controller = new AbortController();
  const waiting = watcher.wait('a', { timeoutMs: 60_000, signal: controller.signal });
  controller.abort();
  await waiting;
  await expect(
    watcher.wait('a', { timeoutMs: 60_000, signal: controller.signal }),
  ).resolves.toBeUndefined();
});

test('close() ends the watch and all waits', async () => {
  const { watcher, isWatching } = wireWatcher();
  const waiting = [
    watcher.wait('a', { timeoutMs: 60_000 }),
    watcher.wait('b', { timeoutMs: 60_000 }),
  ];
  expect(isWatching()).toBe(true);
  watcher.close();
  await Promise.all(waiting);
  expect(isWatching()).toBe(false);
});

test('wait() returns at once when the signal came before, unless that was reset', async () => {
  vi.useFakeTimers();
  const wakeSignal = new WakeSignal();
  wakeSignal.notify();
  await wakeSignal.wait(1000);
  expect(vi.getTimerCount()).toBe(0);

  wakeSignal.reset();
  const waiting = wakeSignal.wait(1000);
  expect(vi.getTimerCount()).toBe(1);
  wakeSignal.notify();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('wait() returns after its time without a signal', async () => {
  vi.useFakeTimers();
  const wakeSignal = new WakeSignal();
  const waiting = wakeSignal.wait(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(wakeSignal.isStopped()).toBe(false);
});

test('stop() ends this wait and all later ones', async () => {
  vi.useFakeTimers();
  const wakeSignal = new WakeSignal();
  const waiting = wakeSignal.wait(1000);
  wakeSignal.stop();
  await waiting;
  wakeSignal.reset();
  await wakeSignal.wait(1000);
  expect(wakeSignal.isStopped()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('stopOn() stops with the signal until it lets go of it', () => {
  const first = new AbortController();
  const second = new AbortController();
  const wakeSignal = new WakeSignal();
  const release = wakeSignal.stopOn(first.signal);
  release();
  first.abort();
  expect(wakeSignal.isStopped()).toBe(false);
  wakeSignal.stopOn(second.signal);
  second.abort();
  expect(wakeSignal.isStopped()).toBe(true);
  expect(getEventListeners(first.signal, 'abort')).toEqual([]);
});

test('stopOn() stops at once with a signal that was aborted before', () => {
  const wakeSignal = new WakeSignal();
  wakeSignal.stopOn(AbortSignal.abort());
  expect(wakeSignal.isStopped()).toBe(true);
});

test('new TaskWatcher() shares a read among those who ask in one turn, until a notice', async () => {
  let notice: (taskId: string) => void = () => undefined;
  const watcher = new TaskWatcher({
    watch(listener) {
      notice = listener;
      return () => undefined;
    },
  });
  let reads = 0;
  const read = async (): Promise<number> => {
    reads += 1;
    return reads;
  };
  expect(await Promise.all([watcher.share('a', read), watcher.share('a', read)])).toEqual([1, 1]);
  expect(await watcher.share('b', read)).toBe(2);
  notice('other');
  expect(await watcher.share('a', read)).toBe(3);
  await new Promise(setImmediate);
  expect(await watcher.share('a', read)).toBe(4);
});
