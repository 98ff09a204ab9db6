import { choosePageSize, FIRST_PAGE_SIZE } from './engine/log-pages.ts';
import type { TaskEngine } from './engine/task-engine.ts';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEvent,
  type TaskStateName,
} from './engine/task-event.ts';
import type { TaskSnapshot } from './engine/task-snapshot.ts';
import type { TaskWatcher } from './engine/task-watcher.ts';
import { WakeSignal } from './engine/wake-signal.ts';
import { isStorageAway } from './errors.ts';
import type { Scope } from './scope.ts';

/** One item of a subscription to a task: a snapshot or an event. */
export type SubscriptionItem =
  /** The snapshot of the task at the start of the subscription; at most once, as the first item. */
  | { readonly kind: 'snapshot'; readonly snapshot: TaskSnapshot }
  /** The next event of the task's log. */
  | { readonly kind: 'event'; readonly entry: TaskEvent };

/** Options of {@link subscribe}. */
export interface SubscribeOptions {
  readonly scope: Scope;
  readonly taskId: string;
  readonly watcher: TaskWatcher;
  /**
   * The position in the log after which the subscription starts, without a snapshot; 0 for the
   * whole log.
   */
  readonly after?: number;
  /** The signal that ends the subscription without an error. */
  readonly signal?: AbortSignal;
  /**
   * The interval at which the subscription reads the log without a notice, in milliseconds. Default
   * 500.
   */
  readonly pollMs?: number;
  /**
   * True also ends the subscription after a state in which the task waits for its caller. Default
   * false.
   */
  readonly untilInterrupted?: boolean;
  /**
   * Called before the subscription waits for the next event; an error that it throws ends the
   * subscription.
   */
  readonly onQuiet?: () => Promise<void>;
}

/**
 * Follows a task: first a snapshot (unless `after` is given), then every later event exactly once
 * and in order, whichever process writes them, until a terminal state was yielded.
 *
 * Ends without an item when the scope has no such task, or the task's log has no event at `after`;
 * ends early when the signal aborts or the task is deleted. Waits while the storage cannot be
 * reached, and throws all other errors of the engine. `return()`
 * takes effect at once, also while a `next()` is pending. Keeps one page of events in memory, not
 * the log.
 */
export function subscribe(
  engine: Pick<TaskEngine, 'get' | 'read'>,
  options: SubscribeOptions,
): AsyncGenerator<SubscriptionItem, void, undefined> {
  return new Subscription(engine, options);
}

/** A subscription that `return()` ends at once; a plain generator would wait for its next event. */
class Subscription implements AsyncGenerator<SubscriptionItem, void, undefined> {
  readonly #wakeSignal = new WakeSignal();
  readonly #items: AsyncGenerator<SubscriptionItem, void, undefined>;

  constructor(engine: Pick<TaskEngine, 'get' | 'read'>, options: SubscribeOptions) {
    this.#items = follow(engine, options, this.#wakeSignal);
  }

  next(): Promise<IteratorResult<SubscriptionItem, void>> {
    return this.#items.next();
  }

  return(): Promise<IteratorResult<SubscriptionItem, void>> {
    this.#wakeSignal.stop();
    return this.#items.return();
  }

  throw(error: unknown): Promise<IteratorResult<SubscriptionItem, void>> {
    this.#wakeSignal.stop();
    return this.#items.throw(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** The shortest pause between two reads while the storage cannot be reached, in milliseconds. */
const AWAY_MS = 500;

/** Reads the log; returns `undefined` while the storage cannot be reached. */
async function readUnlessAway<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isStorageAway(error)) return undefined;
    throw error;
  }
}

async function* follow(
  engine: Pick<TaskEngine, 'get' | 'read'>,
  options: SubscribeOptions,
  wakeSignal: WakeSignal,
): AsyncGenerator<SubscriptionItem, void, undefined> {
  const { scope, taskId, watcher, signal, pollMs = 500, onQuiet } = options;
  const unlisten = watcher.listen(taskId, () => wakeSignal.notify());
  const sharedPoll = watcher.sharedPoll(taskId);
  const release = wakeSignal.stopOn(signal);
  try {
    let last = options.after ?? 0;
    if (options.after === undefined && !wakeSignal.isStopped()) {
      const snapshot = await engine.get(scope, taskId);
      if (snapshot === undefined || wakeSignal.isStopped()) return;
      yield { kind: 'snapshot', snapshot };
      if (isEnd(snapshot.state, options)) return;
      last = snapshot.seq;
    }
    let size = FIRST_PAGE_SIZE;
    while (!wakeSignal.isStopped()) {
      wakeSignal.reset();
      // Starts with the entry at `last`, already known, because its absence tells that the task is gone.
      const page = { after: Math.max(0, last - 1), limit: size + 1 };
      const read = await readUnlessAway(() =>
        watcher.share(toPageKey(scope, taskId, page), async () => {
          const entries = await engine.read(scope, taskId, page);
          return { entries, nextSize: choosePageSize(page.limit - 1, entries) };
        }),
      );
      if (read === undefined) {
        await wakeSignal.wait(Math.max(pollMs, AWAY_MS));
        continue;
      }
      const { entries, nextSize } = read;
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (wakeSignal.isStopped()) return;
        sharedPoll.see(entry.seq);
        const isNew = entry.seq > last;
        if (isNew) {
          last = entry.seq;
          yield { kind: 'event', entry };
        }
        const { event } = entry;
        if (event.kind === 'status' && isEnd(event.state, isNew ? options : {})) return;
      }
      size = nextSize;
      if (entries.length < page.limit) {
        const checks = onQuiet !== undefined;
        if (checks) await onQuiet();
        const entry = sharedPoll.add(wakeSignal, { last, pollMs, checks });
        await wakeSignal.wait();
        sharedPoll.remove(entry, { checks });
      }
    }
  } finally {
    unlisten();
    release();
    // What ends a subscription by itself, such as a deleted task, ends the others as well.
    if (!wakeSignal.isStopped()) sharedPoll.wakeAll();
  }
}

/** Returns a key that two reads have in common exactly if they read the same page of the same log. */
function toPageKey(
  scope: Scope,
  taskId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): string {
  return `${after}:${limit}:${taskId.length}:${taskId}:${scope}`;
}

function isEnd(
  state: TaskStateName,
  { untilInterrupted = false }: Pick<SubscribeOptions, 'untilInterrupted'>,
): boolean {
  return isTerminalState(state) || (untilInterrupted && isInterruptedState(state));
}
