import type { Scope } from '../scope.ts';
import type { Memo } from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** A request for leases on tasks to run, or on notifications to deliver. */
export interface ClaimRequest {
  /** The name of the process that claims. An engine MAY log it; nothing MUST depend on it. */
  readonly worker: string;
  /** The time that the lease lasts without renewal, in milliseconds. */
  readonly ttlMs: number;
}

/** A request for leases on tasks to run. */
export interface WorkRequest extends ClaimRequest {
  /**
   * The largest number of tasks to claim of each skill, by skill id. Further tasks of these skills
   * keep waiting, and do not block other tasks. Default: no limits.
   */
  readonly skillLimits?: ReadonlyMap<string, number>;
  /**
   * The ids of the only tasks to claim; those that cannot be claimed are passed over. `skillLimits`
   * MUST NOT be given with it. Default: any task.
   */
  readonly taskIds?: readonly string[];
  /**
   * Suspects are tasks whose last lease ran out, and that have lost two leases or more since their
   * count of attempts began: they may end the process that runs them. `none` passes over them;
   * `only` claims nothing else, those with the most attempts first. Default: any task.
   */
  readonly suspects?: 'none' | 'only';
  /**
   * The id of the claim: a text that no other claim has, such as a UUID. Default: the claim cannot
   * be repeated.
   */
  readonly id?: string;
  /**
   * True repeats the claim with this `id`, whose answer was lost: it MUST return exactly the leases
   * which that claim gave and which still count, whatever else the request says, each with the same
   * epoch and attempt, for `ttlMs` from now. Default false.
   */
  readonly isRepeat?: boolean;
}

/** The number of lost leases from which a task is a suspect. */
export const SUSPECT_ATTEMPTS = 2;

/** A request for a lease on a task that is being created. */
export interface NewTaskClaim extends ClaimRequest {
  /**
   * MAY be called once, before the promise of the creation settles, with the lease that the task
   * will have, and with its snapshot except for the times. Events appended under the lease MUST be
   * written with the creation or after it; they MUST be rejected with `LeaseLostError` if the task
   * turns out not to be new, or cannot be written. So a task that ends at once costs one write. An
   * engine MUST NOT call `start` when it knows that the task is not new. `start` MUST NOT throw.
   */
  readonly start?: (lease: Lease, snapshot: TaskSnapshot) => void;
}

/** The right to write to one task, until a higher epoch exists. */
export interface Lease {
  readonly taskId: string;
  readonly scope: Scope;
  /** The skill of the task's invocation; absent if the invocation names none. */
  readonly skillId?: string;
  /**
   * The number of the lease: it grows by one with every claim of the task, and older leases can
   * write nothing.
   */
  readonly epoch: number;
  /**
   * The number of the attempt: how often the task was claimed since its count of attempts began:
   * with its creation, its last reply, or the attempt that stored its last step. The first is 1.
   */
  readonly attempt: number;
  /**
   * How many attempts of this count the handler has ended with an error that may pass, so that the
   * task rested; all other attempts before this one lost their leases. Absent if there is none.
   */
  readonly failures?: number;
  /** True if a caller had asked to cancel the task before this claim. */
  readonly cancelRequested: boolean;
}

/** Returns how many attempts before that of a lease have lost theirs, in the present count. */
export function countLostLeases({ attempt, failures = 0 }: Lease): number {
  return attempt - failures - 1;
}

/** Keeps the results of steps that end after their run has given its lease back. */
export interface LateMemos {
  /**
   * Adds the result of a step to the log of a task that has not been claimed since the lease, though
   * the lease may have ended because the task waits for its caller or for another attempt. Returns
   * false, and writes nothing, once the task was claimed again, has ended or is gone: so the run of
   * the next claim finds either every memo in the task, or none that comes later.
   *
   * MUST change nothing else: the state with its time, the open question, the place in the queue and
   * the count of attempts stay as they are, and a {@link Reply} to the question that was read before
   * MUST still be accepted. An engine whose logs have a limit MUST throw `LogFullError`.
   */
  keepMemo(lease: Lease, memo: Memo): Promise<boolean>;
}
