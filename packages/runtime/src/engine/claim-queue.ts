import type { Lease } from './task-engine.ts';
import type { TaskRecord } from './task-record.ts';

/** Which records of the memory engine wait for a runner, and which have one. */
export interface ClaimQueue {
  /** Adds a record that nobody has run yet. */
  add(record: TaskRecord): void;
  /** Adds a record that is older than others there are. */
  restore(record: TaskRecord): void;
  /** Gives out the next lease of a record, up to the time `end`. */
  grant(record: TaskRecord, end: number): Lease;
  /** Moves the end of a lease that was granted. */
  renew(record: TaskRecord, end: number): void;
  /** Takes a record out: it is neither to be claimed nor leased any more. */
  remove(record: TaskRecord): void;
  /** Up to `limit` records that can be claimed, oldest first. They stay where they are. */
  find(limit: number, time: number): readonly TaskRecord[];
}

/**
 * A claim costs what it yields, except when a lease has run out: then it looks at all leases once,
 * and when a task came back: then it puts what waits in order once.
 */
export function createClaimQueue(): ClaimQueue {
  let waiting = new Set<TaskRecord>();
  let isInOrder = true;
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
    if (!isInOrder) {
      waiting = new Set([...waiting].toSorted(compareOrder));
      isInOrder = true;
    }
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
    restore(record) {
      leased.delete(record);
      record.leaseEnd = undefined;
      waiting.add(record);
      isInOrder = false;
    },
    grant(record, end) {
      waiting.delete(record);
      leased.add(record);
      record.epoch += 1;
      record.attempts += 1;
      setEnd(record, end);
      const { id: taskId, scope, epoch, attempts: attempt, cancelRequested } = record;
      return { taskId, scope, epoch, attempt, cancelRequested };
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
        : [...expired, ...found].toSorted(compareOrder).slice(0, limit);
    },
  };
}

function compareOrder(a: TaskRecord, b: TaskRecord): number {
  return a.order - b.order;
}
