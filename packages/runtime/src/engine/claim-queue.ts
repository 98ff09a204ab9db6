import type { Lease } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';

/** Which records of the memory engine wait for a runner, and which have one. */
export interface ClaimQueue {
  /** Adds a record that nobody has run yet. */
  add(record: TaskRecord): void;
  /** Gives out the next lease of a record, up to the time `end`. */
  grant(record: TaskRecord, end: number): Lease;
  /** Moves the end of a lease that was granted. */
  renew(record: TaskRecord, end: number): void;
  /** Takes a record out: it is neither to be claimed nor leased any more. */
  remove(record: TaskRecord): void;
  /** Up to `limit` records that can be claimed, oldest first. They stay where they are. */
  find(limit: number, time: number): readonly TaskRecord[];
}

/** A claim costs what it yields, except when a lease has run out: then it looks at all leases once. */
export function createClaimQueue(): ClaimQueue {
  const waiting = new Set<TaskRecord>();
  const leased = new Set<TaskRecord>();
  /** No lease ends before this time. */
  let earliestEnd = Number.POSITIVE_INFINITY;

  function findExpired(time: number): TaskRecord[] {
    if (time < earliestEnd) {
      return [];
    }
    const expired: TaskRecord[] = [];
    earliestEnd = Number.POSITIVE_INFINITY;
    for (const record of leased) {
      const end = record.leaseEnd ?? Number.POSITIVE_INFINITY;
      earliestEnd = Math.min(earliestEnd, end);
      if (end <= time) {
        expired.push(record);
      }
    }
    return expired;
  }

  function findWaiting(limit: number): readonly TaskRecord[] {
    const found: TaskRecord[] = [];
    for (const record of waiting) {
      if (found.length >= limit) {
        break;
      }
      found.push(record);
    }
    return found;
  }

  function setEnd(record: TaskRecord, end: number): void {
    record.leaseEnd = end;
    earliestEnd = Math.min(earliestEnd, end);
  }

  return {
    add(record) {
      waiting.add(record);
    },
    grant(record, end) {
      waiting.delete(record);
      leased.add(record);
      record.epoch += 1;
      setEnd(record, end);
      const { id: taskId, scope } = record.task;
      const { epoch, cancelRequested } = record;
      return { taskId, scope, epoch, attempt: epoch, cancelRequested };
    },
    renew: setEnd,
    remove(record) {
      waiting.delete(record);
      leased.delete(record);
      record.leaseEnd = undefined;
    },
    find(limit, time) {
      const expired = findExpired(time);
      const found = findWaiting(limit);
      return expired.length === 0
        ? found
        : [...expired, ...found].toSorted((a, b) => a.order - b.order).slice(0, limit);
    },
  };
}
