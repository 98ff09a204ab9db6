import { EngineStorageError, isStorageAway, TaskDamagedError } from '../errors.ts';

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
 * Remembers storage errors that keep tasks from going on, so that their callers get an error
 * instead of waiting for ever. The error of a run is kept for `ttlMs` milliseconds, which should be
 * the length of a lease, because another runner can then claim the task.
 */
export class RunStorageErrors {
  readonly #ttlMs: number;
  /** The errors of runs, by the id of the task, from the oldest. */
  readonly #faults = new Map<
    string,
    { readonly error: EngineStorageError; readonly end: number }
  >();
  /** The error of the last claim. */
  #claimFault: EngineStorageError | undefined;
  /** The number of runs in a row that the storage kept from going on, by the id of the task. */
  readonly #counts: Readonly<Record<StorageUse, Map<string, number>>> = {
    read: new Map(),
    store: new Map(),
    away: new Map(),
  };

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  /** Remembers the storage error that kept the outcome of a task's run from being stored. */
  note(taskId: string, error: EngineStorageError): void {
    const now = performance.now();
    for (const [oldest, { end }] of this.#faults) {
      if (end > now) break;
      this.#faults.delete(oldest);
    }
    this.#faults.delete(taskId);
    this.#faults.set(taskId, { error, end: now + this.#ttlMs });
  }

  /** Remembers the outcome of the last claim of tasks: the error, or none if it succeeded. */
  noteClaim(error?: unknown): void {
    this.#claimFault = error instanceof EngineStorageError ? error : undefined;
  }

  /**
   * Returns the error that keeps a task from going on. `isRunning` returns true if the task runs in
   * this process.
   */
  find(taskId: string, isRunning: () => boolean): EngineStorageError | undefined {
    const fault = this.#faults.get(taskId);
    if (fault !== undefined && fault.end > performance.now()) return fault.error;
    return this.#claimFault === undefined || isRunning() ? undefined : this.#claimFault;
  }

  /** Forgets the error of a task, because the task runs again. */
  forget(taskId: string): void {
    this.#faults.delete(taskId);
  }

  /**
   * Counts one more run in a row that could not read, or store, what belongs to its task. Returns
   * the time to wait before the next, in milliseconds; `undefined` after too many that could not
   * store.
   */
  putOff(taskId: string, use: StorageUse): number | undefined {
    const counts = this.#counts[use];
    const count = counts.get(taskId) ?? 0;
    counts.delete(taskId);
    if (use === 'store' && count + 1 >= MAX_UNSTORED) return undefined;
    counts.set(taskId, count + 1);
    const [oldest] = counts.keys();
    if (counts.size > MAX_COUNTED && oldest !== undefined) counts.delete(oldest);
    const [first, longest] = PAUSES[use];
    const pause = Math.min(longest, first * 2 ** count);
    // The pause is random, so that tasks do not all come back at the same moment.
    return Math.ceil(pause * (0.5 + Math.random() / 2));
  }

  /** Counts the runs of a task that could not store anew, because one has stored something. */
  getOn(taskId: string): void {
    this.#counts.store.delete(taskId);
  }
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
