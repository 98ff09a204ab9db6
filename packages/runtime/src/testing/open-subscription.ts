import { onTestFinished } from 'vitest';
import { createMemoryEngine, type MemoryEngineOptions } from '../engine/memory-engine.ts';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskEvent } from '../engine/task-event.ts';
import { createHintHub, type HintHub } from '../engine/hints.ts';
import { subscribe, type SubscribeOptions, type SubscriptionItem } from '../subscribe.ts';
import { createLeased, range, SCOPE } from './samples.ts';

type Following = Partial<Omit<SubscribeOptions, 'hub' | 'scope' | 'taskId'>>;

/** A leased task in a memory engine, and the means to follow it. */
export interface OpenedSubscription {
  readonly engine: TaskEngine;
  readonly lease: Lease;
  /** Returns the number of listeners that the hub has now. */
  readonly countListeners: () => number;
  readonly follow: (options?: Following) => AsyncGenerator<SubscriptionItem, void, undefined>;
}

/** Options of {@link openSubscription}. */
export interface OpenSubscriptionOptions extends MemoryEngineOptions {
  /** Called after the engine has read a page and before the subscription gets it. */
  readonly onRead?: (entries: readonly TaskEvent[]) => Promise<void>;
  /** True if all hints are swallowed. */
  readonly isDeaf?: boolean;
}

/** Makes a leased task and a subscription's hub, which closes when the current test is over. */
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
  const inner = createHintHub(engine);
  onTestFinished(() => inner.close());
  let listeners = 0;
  const hub: HintHub = {
    ...inner,
    listen(taskId, listener) {
      const unlisten = inner.listen(taskId, listener);
      listeners += 1;
      return () => {
        listeners -= 1;
        unlisten();
      };
    },
  };
  const lease = await createLeased(engine);
  return {
    engine,
    lease,
    countListeners: () => listeners,
    follow: (following = {}) =>
      subscribe(engine, { scope: SCOPE, taskId: lease.taskId, hub, ...following }),
  };
}

/** The position of every item; a snapshot's in brackets. */
export async function collect(items: AsyncIterable<SubscriptionItem>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const item of items) {
    found.push(item.kind === 'snapshot' ? `[${item.snapshot.seq}]` : `${item.entry.seq}`);
  }
  return found;
}

/** Positions as {@link collect} shows them, both ends included. */
export function toPositions(from: number, to: number): readonly string[] {
  return range(to - from + 1).map((index) => `${from + index}`);
}
