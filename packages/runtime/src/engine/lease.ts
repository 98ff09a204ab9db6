import type { Scope } from '../scope.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** Asks for the right to run tasks, or to deliver notifications. */
export interface ClaimRequest {
  /** The name of the process that claims, for logs only. */
  readonly worker: string;
  /** The time that the lease lasts without renewal, in milliseconds. */
  readonly ttlMs: number;
}

/** Asks for tasks to run. */
export interface WorkRequest extends ClaimRequest {
  /**
   * How many tasks of each of these skills to claim at most, by skill id. Others of those skills
   * stay where they are, and do not keep the rest from being claimed. Default: no such limits.
   */
  readonly skillLimits?: ReadonlyMap<string, number>;
}

/** Asks for the right to run a task that is being made. */
export interface NewTaskClaim extends ClaimRequest {
  /**
   * MAY be called, once and before the promise of the creation settles, with the lease that the
   * task will have and the task as it will be, but for its times. What is appended under the lease
   * from then on MUST be written with the creation or after it; when the task turns out not to be
   * new, or cannot be written, it MUST be rejected with `LeaseLostError`. So a task that ends at
   * once can cost one write. An engine MUST NOT call it when it knows that the task is not new.
   * MUST NOT throw.
   */
  readonly start?: (lease: Lease, snapshot: TaskSnapshot) => void;
}

/** The right to write to one task, until a higher epoch exists. */
export interface Lease {
  readonly taskId: string;
  readonly scope: Scope;
  /** The skill of the task's invocation; absent when that has none. */
  readonly skillId?: string;
  /**
   * The number of the lease: it grows by one with every claim of the task, and older leases can
   * write nothing.
   */
  readonly epoch: number;
  /**
   * The number of the attempt: how often the task was claimed since it began, or since its last
   * reply. The first is 1.
   */
  readonly attempt: number;
  /** True when the caller had asked to cancel before this claim. */
  readonly cancelRequested: boolean;
}
