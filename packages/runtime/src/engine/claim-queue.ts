import type { Scope } from '../scope.ts';
import { type Lease, SUSPECT_ATTEMPTS, type WorkRequest } from './lease.ts';
import type { TaskRecord } from './memory-records.ts';

/**
 * The queue of the memory engine: which tasks wait for a runner, and which are leased. The time of a
 * claim grows with the tasks that it returns and passes over; after a lease has run out, the next
 * claim also checks all leases once.
 */
export class ClaimQueue {
  readonly #waiting = new WaitingLine();
  readonly #leased = new Set<TaskRecord>();
  /**
   * The earliest time at which a lease may end, in milliseconds since 1970; before that time, no
   * claim checks for expired leases.
   */
  #earliestEnd = Number.POSITIVE_INFINITY;

  /** Extends the lease of a task to the time `end`. */
  renew(record: TaskRecord, end: number): void {
    record.leaseEnd = end;
    this.#earliestEnd = Math.min(this.#earliestEnd, end);
  }

  /** Adds a task behind the tasks of its scope that already wait. */
  add(record: TaskRecord): void {
    record.turn = this.#waiting.nextTurn(record.scope);
    this.#waiting.add(record);
  }

  /**
   * Puts a task whose lease was given back into the queue again, at the place that it had before.
   */
  restore(record: TaskRecord): void {
    this.#leased.delete(record);
    record.leaseEnd = undefined;
    record.isResting = false;
    this.#waiting.add(record);
  }

  /** Leases a task until the time `end`, in milliseconds since 1970, and returns the lease. */
  grant(record: TaskRecord, end: number, claimId?: string): Lease {
    this.#waiting.remove(record);
    this.#leased.add(record);
    record.epoch += 1;
    record.claimId = claimId;
    record.attempts += 1;
    record.isResting = false;
    this.renew(record, end);
    return toLease(record);
  }

  /** Extends the leases that the claim with an id gave to the time `end`, and returns them. */
  repeat(claimId: string | undefined, end: number): readonly Lease[] {
    if (claimId === undefined) return [];
    const records = [...this.#leased].filter(
      (record) => record.claimId === claimId && !record.isResting,
    );
    for (const record of records) this.renew(record, end);
    return records.toSorted(compareTurns).map(toLease);
  }

  /**
   * Ends the lease of a task, which no runner can claim before the time `end`: it is to be tried
   * again.
   */
  rest(record: TaskRecord, end: number): void {
    this.#leased.add(record);
    record.isResting = true;
    this.renew(record, end);
  }

  /** Removes a task from the queue: it can neither be claimed nor is it leased any more. */
  remove(record: TaskRecord): void {
    this.#waiting.remove(record);
    this.#leased.delete(record);
    record.leaseEnd = undefined;
    record.isResting = false;
  }

  /**
   * Finds up to `limit` tasks that can be claimed, in the order in which they wait; of suspects, those
   * with the most attempts come first. The tasks stay in the queue.
   */
  find(
    limit: number,
    {
      time,
      skillLimits,
      suspects,
    }: Pick<WorkRequest, 'skillLimits' | 'suspects'> & {
      readonly time: number;
    },
  ): readonly TaskRecord[] {
    const expired = this.#findExpired(time).filter((record) => isClaimable(record, suspects));
    const waiting = suspects === 'only' ? [] : this.#findWaiting(limit, skillLimits);
    if (expired.length === 0) {
      return waiting;
    }
    const isWithin = skillLimits && createSkillQuota(skillLimits);
    return [...expired, ...waiting]
      .toSorted(orderOf(suspects))
      .filter((record) => isWithin?.(skillIdOf(record)) !== false)
      .slice(0, limit);
  }

  /** Finds tasks that can be claimed as `find` does, but only among the given records. */
  findAmong(
    records: readonly TaskRecord[],
    {
      limit,
      time,
      suspects,
    }: Pick<WorkRequest, 'suspects'> & {
      readonly limit: number;
      readonly time: number;
    },
  ): readonly TaskRecord[] {
    const isFree = (record: TaskRecord): boolean =>
      isClaimable(record, suspects) &&
      (this.#waiting.has(record) ||
        (this.#leased.has(record) && (record.leaseEnd ?? Number.POSITIVE_INFINITY) <= time));
    return [...new Set(records)].filter(isFree).toSorted(orderOf(suspects)).slice(0, limit);
  }

  #findExpired(time: number): TaskRecord[] {
    if (time < this.#earliestEnd) {
      return [];
    }
    const expired: TaskRecord[] = [];
    this.#earliestEnd = Number.POSITIVE_INFINITY;
    for (const record of this.#leased) {
      const end = record.leaseEnd ?? Number.POSITIVE_INFINITY;
      this.#earliestEnd = Math.min(this.#earliestEnd, end);
      if (end <= time) {
        expired.push(record);
      }
    }
    return expired;
  }

  #findWaiting(limit: number, skillLimits: WorkRequest['skillLimits']): readonly TaskRecord[] {
    const isWithin = skillLimits && createSkillQuota(skillLimits);
    const records: TaskRecord[] = [];
    for (const record of this.#waiting) {
      if (records.length >= limit) {
        break;
      }
      if (isWithin?.(skillIdOf(record)) !== false) {
        records.push(record);
      }
    }
    return records;
  }
}

function toLease(record: TaskRecord): Lease {
  const { id: taskId, scope, epoch, attempts, failures, cancelRequested } = record;
  const skillId = skillIdOf(record);
  return {
    taskId,
    scope,
    ...(skillId !== undefined && { skillId }),
    epoch,
    attempt: attempts + failures,
    ...(failures > 0 && { failures }),
    cancelRequested,
  };
}

function skillIdOf({ snapshot }: TaskRecord): string | undefined {
  return snapshot.invocation.skillId;
}

/**
 * The tasks that wait for a runner, in the order of their turns (their places in the queue), as
 * sorted arrays. Nearly all tasks join at the end and leave
 * at the front, so moving the tasks between costs less than a tree until there are very many.
 */
class WaitingLine implements Iterable<TaskRecord> {
  readonly #all: TaskRecord[] = [];
  readonly #byScope = new Map<string, TaskRecord[]>();
  readonly #members = new Set<TaskRecord>();

  /** Returns the turn, or place in the queue, of a task of this scope that begins to wait now. */
  nextTurn(scope: Scope): number {
    const first = this.#all[0]?.turn ?? 0;
    const last = this.#byScope.get(scope)?.at(-1);
    return last === undefined ? first : Math.max(first, last.turn + 1);
  }

  /** Inserts a task by its turn: after tasks with a lower turn, before tasks with a higher one. */
  add(record: TaskRecord): void {
    const scopeLine = this.#byScope.get(record.scope) ?? [];
    this.#byScope.set(record.scope, scopeLine);
    for (const line of [this.#all, scopeLine]) line.splice(findQueueIndex(line, record), 0, record);
    this.#members.add(record);
  }

  remove(record: TaskRecord): void {
    if (!this.#members.delete(record)) return;
    const scopeLine = this.#byScope.get(record.scope) ?? [];
    for (const line of [this.#all, scopeLine]) line.splice(findQueueIndex(line, record), 1);
    if (scopeLine.length === 0) this.#byScope.delete(record.scope);
  }

  has(record: TaskRecord): boolean {
    return this.#members.has(record);
  }

  [Symbol.iterator](): Iterator<TaskRecord> {
    return this.#all[Symbol.iterator]();
  }
}

/** Returns true for a task that a claim wants; its lease, if it has one, has run out. */
function isClaimable(record: TaskRecord, suspects: WorkRequest['suspects']): boolean {
  if (suspects === undefined) return true;
  const { leaseEnd, isResting, attempts } = record;
  const isSuspect = leaseEnd !== undefined && !isResting && attempts >= SUSPECT_ATTEMPTS;
  return isSuspect === (suspects === 'only');
}

/** Returns how to compare two tasks that a claim wants: those to claim first come first. */
function orderOf(suspects: WorkRequest['suspects']): typeof compareTurns {
  return suspects === 'only' ? compareAttempts : compareTurns;
}

/** Compares two suspects: the one with more attempts comes first. */
function compareAttempts(a: TaskRecord, b: TaskRecord): number {
  return b.attempts - a.attempts || compareTurns(a, b);
}

/** Compares two waiting tasks by their turn in the queue, then by the order of their creation. */
function compareTurns(a: TaskRecord, b: TaskRecord): number {
  return a.turn - b.turn || a.order - b.order;
}

/** Finds the index at which a task is in the line, or would be inserted. */
function findQueueIndex(line: readonly TaskRecord[], record: TaskRecord): number {
  let [start, end] = [0, line.length];
  // Most tasks are added at the end of the line.
  const last = line.at(-1);
  if (last !== undefined && compareTurns(last, record) < 0) return end;
  while (start < end) {
    const middle = (start + end) >> 1;
    const middleRecord = line[middle];
    if (middleRecord !== undefined && compareTurns(middleRecord, record) < 0) start = middle + 1;
    else end = middle;
  }
  return start;
}

/**
 * Makes a filter for tasks in the order of their claim: it returns true for each task that may be
 * claimed without exceeding the limit of its skill.
 */
export function createSkillQuota(
  limits: NonNullable<WorkRequest['skillLimits']>,
): (skillId: string | undefined) => boolean {
  const quotas = new Map(limits);
  return (skillId) => {
    if (skillId === undefined) {
      return true;
    }
    const count = quotas.get(skillId);
    if (count === undefined) {
      return true;
    }
    quotas.set(skillId, count - 1);
    return count > 0;
  };
}
