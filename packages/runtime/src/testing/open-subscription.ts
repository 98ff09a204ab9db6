import { onTestFinished } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import { createMemoryEngine, type MemoryEngineOptions } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskEvent } from '../engine/task-event.ts';
import { TaskWatcher } from '../engine/task-watcher.ts';
import { subscribe, type SubscribeOptions, type SubscriptionItem } from '../subscribe.ts';
import { createLeased, range, SCOPE } from './samples.ts';

type Following = Partial<Omit<SubscribeOptions, 'watcher' | 'scope' | 'taskId'>>;

/**
 * A leased task in a memory engine, and a function by which a test subscribes to the task's events.
 */
export interface OpenedSubscription {
  readonly engine: TaskEngine;
  readonly lease: Lease;
  /** Returns the number of listeners that the watcher has now. */
  readonly countListeners: () => number;
  readonly follow: (options?: Following) => AsyncGenerator<SubscriptionItem, void, undefined>;
}

/** Options of {@link openSubscription}. */
export interface OpenSubscriptionOptions extends MemoryEngineOptions {
  /**
   * Called with each page of events after the engine has read the page and before the subscription
   * gets it.
   */
  readonly onRead?: (entries: readonly TaskEvent[]) => Promise<void>;
  /**
   * True if the engine sends no hints of new events, so that the subscription must poll. Default
   * false.
   */
  readonly isDeaf?: boolean;
}

/**
 * Creates a leased task in a memory engine, and the watcher by which subscriptions follow it; the
 * watcher closes when the current test is over.
 */
export async function openSubscription({
  onRead,
  isDeaf,
  ...options
}: OpenSubscriptionOptions = {}): Promise<OpenedSubscription> {
  const memory = createMemoryEngine(options);
  const engine: TaskEngine = {
    ...memory,
    async read(...request) {
      const entries = await memory.read(...request);
      await onRead?.(entries);
      return entries;
    },
    watch: (hint) => (isDeaf === true ? () => undefined : memory.watch(hint)),
  };
  const watcher = new TaskWatcher(engine);
  onTestFinished(() => watcher.close());
  let listeners = 0;
  const listen = watcher.listen.bind(watcher);
  watcher.listen = (taskId, listener) => {
    const unlisten = listen(taskId, listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      unlisten();
    };
  };
  const lease = await createLeased(engine);
  return {
    engine,
    lease,
    countListeners: () => listeners,
    follow: (following = {}) =>
      subscribe(engine, { scope: SCOPE, taskId: lease.taskId, watcher, ...following }),
  };
}

/**
 * Reads a subscription to its end and returns the log position of every item as text; the position
 * of a snapshot is in brackets.
 */
export async function collect(items: AsyncIterable<SubscriptionItem>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const item of items) {
    found.push(item.kind === 'snapshot' ? `[${item.snapshot.seq}]` : `${item.entry.seq}`);
  }
  return found;
}

/**
 * Returns the log positions from `from` to `to`, both included, as the texts that {@link collect}
 * returns for events.
 */
export function toPositions(from: number, to: number): readonly string[] {
  return range(to - from + 1).map((index) => `${from + index}`);
}
