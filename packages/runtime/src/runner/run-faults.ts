import { EngineStorageError } from '../errors.ts';

/**
 * Remembers storage errors that keep tasks from going on, so that their callers get an error
 * instead of waiting for ever.
 */
export interface RunFaults {
  /** Remembers the storage error that kept the outcome of a task's run from being stored. */
  note(taskId: string, error: EngineStorageError): void;
  /** Remembers the outcome of the last claim of tasks: the error, or none if it succeeded. */
  noteClaim(error?: unknown): void;
  /**
   * Returns the error that keeps a task from going on. `isRunning` returns true if the task runs in
   * this process.
   */
  find(taskId: string, isRunning: () => boolean): EngineStorageError | undefined;
  /** Forgets the error of a task, because the task runs again. */
  forget(taskId: string): void;
}

/**
 * Makes a memory of storage errors. The error of a run is kept for `ttlMs` milliseconds, which
 * should be the length of a lease, because another runner can then claim the task.
 */
export function createRunFaults(ttlMs: number): RunFaults {
  const faults = new Map<string, { readonly error: EngineStorageError; readonly end: number }>();
  let claimFault: EngineStorageError | undefined;
  return {
    note(taskId, error) {
      const now = performance.now();
      for (const [oldest, { end }] of faults) {
        if (end > now) break;
        faults.delete(oldest);
      }
      faults.delete(taskId);
      faults.set(taskId, { error, end: now + ttlMs });
    },
    noteClaim(error) {
      claimFault = error instanceof EngineStorageError ? error : undefined;
    },
    find(taskId, isRunning) {
      const fault = faults.get(taskId);
      if (fault !== undefined && fault.end > performance.now()) return fault.error;
      return claimFault === undefined || isRunning() ? undefined : claimFault;
    },
    forget(taskId) {
      faults.delete(taskId);
    },
  };
}
