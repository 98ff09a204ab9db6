import { EngineStorageError } from '../errors.ts';

/** Faults of the storage that keep tasks from going on. */
export interface RunFaults {
  /** Notes that the outcome of a run is not stored. */
  note(taskId: string, error: EngineStorageError): void;
  /** Notes the outcome of the last try to claim work: an error, or nothing. */
  noteClaim(error?: unknown): void;
  /** Finds the fault of a task, of which `isRunning` tells whether it runs here. */
  find(taskId: string, isRunning: () => boolean): EngineStorageError | undefined;
  /** Forgets the fault of a task that is begun again. */
  forget(taskId: string): void;
}

/**
 * Makes the faults. The fault of a run counts for that many milliseconds, until its lease lets the
 * task be claimed again; faults that are over take no room for long.
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
