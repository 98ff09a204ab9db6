import { EngineStorageError, isStorageAway, TaskDamagedError } from '../errors.ts';

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
  /**
   * Counts one more run in a row that could not read, or store, what belongs to its task. Returns
   * the time to wait before the next, in milliseconds; `undefined` after too many that could not
   * store.
   */
  putOff(taskId: string, use: StorageUse): number | undefined;
  /** Counts the runs of a task that could not store anew, because one has stored something. */
  getOn(taskId: string): void;
}

/**
 * A use of the storage in which a run failed: it read its task, stored what its handler did, or
 * could not reach the storage at all.
 */
type StorageUse = 'read' | 'store' | 'away';

/**
 * The pauses between runs that the storage keeps from going on: the first, which doubles, and the
 * longest, in milliseconds. A run that could not store has called its handler, so its pauses are
 * longer.
 */
const PAUSES = {
  read: [1_000, 60_000],
  store: [5_000, 600_000],
  away: [500, 60_000],
} as const;
/** The number of runs in a row that could not store after which a task fails: about two hours. */
export const MAX_UNSTORED = 20;
/** The largest number of tasks whose runs are counted; the oldest begin with short pauses again. */
const MAX_COUNTED = 10_000;

/**
 * Makes a memory of storage errors. The error of a run is kept for `ttlMs` milliseconds, which
 * should be the length of a lease, because another runner can then claim the task.
 */
export function createRunFaults(ttlMs: number): RunFaults {
  const faults = new Map<string, { readonly error: EngineStorageError; readonly end: number }>();
  let claimFault: EngineStorageError | undefined;
  const counts: Readonly<Record<StorageUse, Map<string, number>>> = {
    read: new Map(),
    store: new Map(),
    away: new Map(),
  };
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
    putOff(taskId, use) {
      const known = counts[use];
      const count = known.get(taskId) ?? 0;
      known.delete(taskId);
      if (use === 'store' && count + 1 >= MAX_UNSTORED) return undefined;
      known.set(taskId, count + 1);
      const [oldest] = known.keys();
      if (known.size > MAX_COUNTED && oldest !== undefined) known.delete(oldest);
      const [first, longest] = PAUSES[use];
      const pause = Math.min(longest, first * 2 ** count);
      // The pause is random, so that tasks do not all come back at the same moment.
      return Math.ceil(pause * (0.5 + Math.random() / 2));
    },
    getOn(taskId) {
      counts.store.delete(taskId);
    },
  };
}

/** Returns true for an error of reading a task that may be gone when the task is read again. */
export function isPassing(error: unknown): error is TaskDamagedError | EngineStorageError {
  if (error instanceof TaskDamagedError) return error.blobId !== undefined;
  return error instanceof EngineStorageError;
}

/** Returns true if the storage of tasks cannot be reached, which says nothing of the task itself. */
export function isUnreachable(error: TaskDamagedError | EngineStorageError): boolean {
  return isStorageAway(error) && error.blobId === undefined;
}
