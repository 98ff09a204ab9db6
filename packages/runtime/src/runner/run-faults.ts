import type { EngineStorageError } from '../errors/engine-storage-error.ts';

/** Why what runs came to is not stored. */
export interface RunFaults {
  note(taskId: string, error: EngineStorageError): void;
  find(taskId: string): EngineStorageError | undefined;
  /** For a task that is begun again. */
  forget(taskId: string): void;
}

/** Makes them. Each counts for that many milliseconds; those that are over take no room for long. */
export function createRunFaults(ttlMs: number): RunFaults {
  const faults = new Map<string, { readonly error: EngineStorageError; readonly end: number }>();
  return {
    note(taskId, error) {
      const now = performance.now();
      for (const [oldest, { end }] of faults) {
        if (end > now) break;
        faults.delete(oldest);
      }
      faults.set(taskId, { error, end: now + ttlMs });
    },
    find(taskId) {
      const fault = faults.get(taskId);
      return fault !== undefined && fault.end > performance.now() ? fault.error : undefined;
    },
    forget(taskId) {
      faults.delete(taskId);
    },
  };
}
