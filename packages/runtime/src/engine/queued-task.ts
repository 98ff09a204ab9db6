import type { Scope } from '../scope.ts';

/** A task that waits for a runner, and how long it has waited. */
export interface QueuedTask {
  readonly taskId: string;
  readonly scope: Scope;
  /** The skill of the task's invocation; absent when the invocation names none. */
  readonly skillId?: string;
  /**
   * The time since the task could be claimed, in milliseconds by the engine's clock: since its last
   * status, or since the end of its rest or of a lease that was not renewed.
   */
  readonly waitedMs: number;
}

/** The part of an engine that knows which tasks wait for a runner. */
export interface TaskQueue {
  /**
   * Returns the task of all scopes that has waited longest for a runner; `undefined` when none
   * waits. MAY look only at the {@link MAX_QUEUED} tasks that are claimed next, so that a long queue
   * costs no more. For operators, who ask every few seconds.
   */
  findLongestQueued(): Promise<QueuedTask | undefined>;
}

/** The number of waiting tasks among which an engine looks for the one that has waited longest. */
export const MAX_QUEUED = 10_000;
