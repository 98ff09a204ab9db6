import type { Scope } from '../../scope.ts';
import type { PagePosition } from '../page-token.ts';
import type { Lease } from '../lease.ts';
import type { TaskStateName } from '../task-event.ts';
import { fromStoredScope, fromStoredText, toStoredText } from './stored-text.ts';

/** A row of the table `task`; texts as they are stored. */
export interface TaskRow {
  readonly number: number;
  readonly id: string;
  readonly scope: Scope;
  readonly context_id: string;
  readonly state: TaskStateName;
  readonly status_time: number;
  readonly epoch: number;
  readonly attempts: number;
  readonly lease_end: number | null;
  readonly cancel_requested: number;
  readonly skill: string | null;
  /** See `TaskEngine.claim`. */
  readonly turn: number;
  /** 1 while nobody may claim the task before `lease_end`, nor holds a lease. */
  readonly resting: number;
  /** 1 when the task has push configs. */
  readonly push: number;
}

/** A row, and how far its log goes. */
export interface PlacedRow extends TaskRow {
  /** The id of the last event. */
  readonly last_event: number;
}

/** True while the lease is the newest of the task and has not ended; it may have run out. */
export function isHeldBy(row: TaskRow, lease: Lease): boolean {
  return (
    row.lease_end !== null &&
    row.resting === 0 &&
    row.epoch === lease.epoch &&
    row.scope === toStoredText(lease.scope)
  );
}

/** True while a lease protects the task. */
export function isLeased({ lease_end: leaseEnd, resting }: TaskRow, time: number): boolean {
  return leaseEnd !== null && resting === 0 && leaseEnd > time;
}

/** Makes the lease that the next claim of the task gives. */
export function createNextLease(row: TaskRow): Lease {
  return {
    taskId: fromStoredText(row.id),
    scope: fromStoredScope(row.scope),
    ...(row.skill !== null && { skillId: fromStoredText(row.skill) }),
    epoch: row.epoch + 1,
    attempt: row.attempts + 1,
    cancelRequested: row.cancel_requested === 1,
  };
}

/** Returns the position after which a list goes on. */
export function positionOf(row: TaskRow): PagePosition {
  return {
    statusTimestamp: new Date(row.status_time).toISOString(),
    taskId: fromStoredText(row.id),
  };
}
