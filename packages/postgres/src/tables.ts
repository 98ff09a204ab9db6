import type { TaskStateName } from '@formwork/runtime';
import type { Generated } from 'kysely';

/** A row of the table of tasks. Times are milliseconds since 1970, by the clock of the database. */
export interface TaskTable {
  readonly number: Generated<number>;
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
  readonly state: TaskStateName;
  readonly status_time: number;
  /** The position of the last event in the task's log. */
  readonly seq: number;
  /** The time of the last event in the task's log. */
  readonly event_time: number;
  readonly epoch: number;
  /** The epoch and the claim that gave it, as `epoch:id`; null if the claim had no id. */
  readonly claim: Generated<string | null>;
  readonly attempts: number;
  /** The number of attempts after which the task rested, which `attempts` leaves out. */
  readonly failures: Generated<number>;
  readonly lease_end: number | null;
  readonly cancel_requested: boolean;
  /** True while the task is without a lease, and no runner may claim it before `lease_end`. */
  readonly resting: boolean;
  readonly skill: string | null;
  /** The task's place in the order of the tasks that wait for a runner: see `TaskEngine.claim`. */
  readonly turn: number;
  /** True if the task has push configs, so that other tasks need no search for them. */
  readonly push: boolean;
  /**
   * The size of the task's log in bytes. `counted` is the part that the sum of its scope includes.
   */
  readonly bytes: number;
  readonly counted: number;
}

/** A row of the table of push configs. */
export interface PushTable {
  readonly number: Generated<number>;
  readonly task_number: number;
  readonly id: string;
  readonly config: string;
  readonly seq: number;
  readonly due: number | null;
  readonly epoch: number;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly died_at: number | null;
  readonly reason: string | null;
}

/** A row of the table of blobs. A blob that belongs to no task is deleted after `free_after`. */
interface BlobTable {
  readonly id: string;
  readonly task_number: number | null;
  readonly free_after: number;
  readonly size: number;
}

/**
 * The tables for which Kysely builds statements; other tables appear only in statements written as
 * SQL.
 */
export interface Tables {
  readonly task: TaskTable;
  readonly push: PushTable;
  readonly blob: BlobTable;
}

/** The SQL condition for tasks that a runner runs, or that wait for one. */
export const OPEN = "state in ('submitted', 'working')";
