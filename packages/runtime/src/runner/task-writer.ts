import type { Lease, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';

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

/**
 * Makes the writer of one run. Its first event, "working", waits until something follows it or
 * until the handler has let go of the event loop: a handler that ends at once costs one append,
 * and one that takes its time is seen working at once.
 */
export function createTaskWriter(
  engine: TaskEngine,
  { lease, onFailure }: TaskWriterOptions,
): TaskWriter {
  let waiting: NewTaskEvent | undefined = { kind: 'status', state: 'working' };
  let last: Promise<unknown> = Promise.resolve();

  async function append(before: Promise<unknown>, events: readonly NewTaskEvent[]): Promise<void> {
    await before;
    await engine.append(lease, events);
  }

  function write(events: readonly NewTaskEvent[]): Promise<void> {
    const batch = waiting === undefined ? events : [waiting, ...events];
    waiting = undefined;
    const written = append(last, batch);
    last = written.catch(onFailure);
    return written;
  }

  setImmediate(() => {
    // Nobody waits for this one; its failure goes to onFailure.
    if (waiting !== undefined) write([]).catch(() => undefined);
  });
  return { write };
}
