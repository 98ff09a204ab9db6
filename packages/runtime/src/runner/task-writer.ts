import { isLeaseEnd } from '../engine/check-new-events.ts';
import type { Lease, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { LeaseLostError } from '../errors/lease-lost-error.ts';

/** Writes the events of one run, in the order they were given. */
export interface TaskWriter {
  /**
   * Stores events after everything written before. Rejects with `LeaseLostError` once another
   * run, or the end of the task, has come in between.
   */
  write(events: readonly NewTaskEvent[]): Promise<void>;
}

/** Options of {@link createTaskWriter}. */
export interface TaskWriterOptions {
  readonly lease: Lease;
  /** Called with the error of every write that fails, whoever made it. */
  readonly onFailure: (error: unknown) => void;
}

/** What came while an append was under way. */
interface Waiting {
  readonly events: readonly NewTaskEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** So that one append does not keep other tasks waiting for long. */
const MAX_GATHERED = 64;

/**
 * Makes the writer of one run. Its first event, "working", waits until something follows it or
 * until the handler has let go of the event loop: a handler that ends at once costs one append,
 * and one that takes its time is seen working at once.
 *
 * What comes while an append is under way goes into the next one, all of it together: a handler
 * that streams without waiting is not slowed down by the disk, and nothing waits for a timer.
 */
export function createTaskWriter(
  engine: TaskEngine,
  { lease, onFailure }: TaskWriterOptions,
): TaskWriter {
  let first: NewTaskEvent | undefined = { kind: 'status', state: 'working' };
  let waiting: Waiting[] | undefined;
  let isBusy = false;

  async function append(events: readonly NewTaskEvent[]): Promise<void> {
    isBusy = true;
    try {
      await engine.append(lease, events);
    } catch (error) {
      onFailure(error);
      throw error;
    } finally {
      isBusy = false;
      if (waiting !== undefined) appendWaiting();
    }
  }

  /** Starts the next append. Whatever becomes of it, those who wait for it are told. */
  function appendWaiting(): void {
    const members = takeWaiting();
    if (members.length > 0) void settle(members);
  }

  async function settle(members: readonly Waiting[]): Promise<void> {
    const [only] = members;
    isBusy = true;
    try {
      await engine.append(
        lease,
        members.length === 1 && only !== undefined
          ? only.events
          : members.flatMap(({ events }) => events),
      );
      for (const { resolve } of members) resolve();
    } catch (error) {
      if (members.length > 1 && !(error instanceof LeaseLostError)) {
        await settleApart(members);
      } else {
        onFailure(error);
        for (const { reject } of members) reject(error);
      }
    } finally {
      isBusy = false;
      appendWaiting();
    }
  }

  /** One of them is at fault; the others are none the worse. */
  async function settleApart(members: readonly Waiting[]): Promise<void> {
    for (const { events, resolve, reject } of members) {
      try {
        await engine.append(lease, events);
        resolve();
      } catch (error) {
        onFailure(error);
        reject(error);
      }
    }
  }

  /** Nothing can follow the end of the lease in one append; what still comes is refused on its own. */
  function takeWaiting(): readonly Waiting[] {
    const all = waiting ?? [];
    const end = all.findIndex(({ events }) => {
      const last = events.at(-1);
      return last !== undefined && isLeaseEnd(last);
    });
    const count = Math.min(all.length, MAX_GATHERED, end === -1 ? all.length : end + 1);
    waiting = count === all.length ? undefined : all.slice(count);
    return count === all.length ? all : all.slice(0, count);
  }

  function write(events: readonly NewTaskEvent[]): Promise<void> {
    const batch = first === undefined ? events : [first, ...events];
    first = undefined;
    if (!isBusy) return append(batch);
    return new Promise((resolve, reject) => {
      waiting ??= [];
      waiting.push({ events: batch, resolve, reject });
    });
  }

  setImmediate(() => {
    // Nobody waits for this one; its failure goes to onFailure.
    if (first !== undefined) write([]).catch(() => undefined);
  });
  return { write };
}
