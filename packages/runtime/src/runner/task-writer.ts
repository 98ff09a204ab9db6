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

/**
 * Makes the writer of one run. Its first event, "working", waits until something follows it or
 * until the handler has let go of the event loop: a handler that ends at once costs one append,
 * and one that takes its time is seen working at once.
 */
export function createTaskWriter(engine: TaskEngine, lease: Lease): TaskWriter {
  let waiting: NewTaskEvent | undefined = { kind: 'status', state: 'working' };
  let last: Promise<unknown> = Promise.resolve();

  function write(events: readonly NewTaskEvent[]): Promise<void> {
    const batch = waiting === undefined ? events : [waiting, ...events];
    waiting = undefined;
    // A failed write has been told to whoever made it; the next one fails by itself.
    const written = last.then(() => engine.append(lease, batch));
    last = written.catch(() => undefined);
    return written.then(() => undefined);
  }

  setImmediate(() => {
    // A lease lost this early is noticed by the next write or renewal.
    if (waiting !== undefined) write([]).catch(() => undefined);
  });
  return { write };
}
