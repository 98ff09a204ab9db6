import { LeaseLostError } from '../../errors.ts';
import { hashKey } from '../../idempotency-key.ts';
import type { ClaimRequest, Lease, WorkRequest } from '../lease.ts';
import { checkNewEvents, isInterruption, isProgress } from '../requests.ts';
import { createFirstLease } from '../stored/early-starts.ts';
import { type EncodedEvent, encodeEvent } from '../stored/event-codec.ts';
import { fromStoredScope } from '../stored/stored-text.ts';
import type {
  CancelOutcome,
  CreateResult,
  NewTask,
  ReleaseOptions,
  RenewResult,
  ReplyOutcome,
} from '../task-engine.ts';
import { isInterruptedState, isTerminalState } from '../task-event.ts';
import { isHeldBy, isLeased, readLease, type TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

const CANCELLATION = [encodeEvent({ kind: 'status', state: 'canceled' })];

// Each of these functions runs inside one transaction; `time` is the time of that transaction.

export function createTask(
  store: TaskStore,
  {
    task,
    origin,
    creationKey,
    claim,
    ending,
    isKnownNew,
  }: {
    readonly task: NewTask;
    /** The origin of the task as text, as `encodeOrigin` makes it. */
    readonly origin: string;
    readonly creationKey: Buffer | null;
    readonly claim: ClaimRequest | undefined;
    /** The events by which an early run has already ended the task; `undefined` if it has not. */
    readonly ending?: readonly EncodedEvent[] | undefined;
    /** True if the index of keys was checked when an early run began. */
    readonly isKnownNew: boolean;
  },
  time: number,
): CreateResult {
  const { id } = task;
  const leaseEnd = claim && time + claim.ttlMs;
  // What the index wrongly lacks would be added a second time.
  if (creationKey !== null && !isKnownNew) store.creations.check(creationKey);
  if (!store.insert({ task, origin, creationKey, leaseEnd, ending }, time)) {
    const existing = creationKey === null ? undefined : store.creations.find(creationKey);
    if (existing !== undefined) return { taskId: existing, created: false };
    throw new TypeError(
      `Cannot create a task because its id must be new: current value is ${JSON.stringify(id)}`,
    );
  }
  return claim === undefined
    ? { taskId: id, created: true }
    : {
        taskId: id,
        created: true,
        lease: createFirstLease(task),
      };
}

export function appendEvents(
  store: TaskStore,
  {
    lease,
    events,
  }: {
    readonly lease: Lease;
    readonly events: readonly EncodedEvent[];
  },
  time: number,
): number {
  const row = findLeasedRow(store, lease);
  if (row === undefined) {
    throw new LeaseLostError(lease.taskId, lease.epoch);
  }
  checkNewEvents(events.map(({ event }) => event));
  const isUnwanted = row.cancel_requested === 1 && isInterruption(events.at(-1)?.event);
  const isCounted = row.attempts > 1 || row.failures > 0;
  if (isCounted && events.some(({ event }) => isProgress(event))) store.countAnew(row);
  return store.write(row, isUnwanted ? [...events, ...CANCELLATION] : events, time);
}

/** Adds a memo unless its task was claimed again, has ended or is gone: see `LateMemos`. */
export function keepMemo(
  store: TaskStore,
  {
    lease,
    memo,
  }: {
    readonly lease: Lease;
    readonly memo: EncodedEvent;
  },
  time: number,
): boolean {
  const row = store.findIn(lease.scope, lease.taskId);
  if (row === undefined || row.epoch !== lease.epoch || isTerminalState(row.state)) return false;
  store.write(row, [memo], time);
  return true;
}

export function claimTasks(
  store: TaskStore,
  {
    request,
    limit,
  }: {
    readonly request: WorkRequest;
    readonly limit: number;
  },
  time: number,
): readonly Lease[] {
  const { ttlMs, skillLimits, taskIds, suspects, id, isRepeat } = request;
  if (isRepeat === true) return repeatClaim(store, id, time + ttlMs);
  return store
    .findClaimable(time, {
      limit,
      ...(skillLimits && { skillLimits }),
      ...(taskIds && { taskIds }),
      ...(suspects && { suspects }),
    })
    .map((row) => store.grant(row, time + ttlMs, id));
}

/** Extends the leases that a claim gave to the time `leaseEnd`, and returns them. */
function repeatClaim(
  store: TaskStore,
  claimId: string | undefined,
  leaseEnd: number,
): readonly Lease[] {
  if (claimId === undefined) return [];
  return store.findClaimed(claimId).map((row) => {
    store.setLeaseEnd(row, leaseEnd);
    return readLease(row);
  });
}

/**
 * Extends leases to the time `leaseEnd`, in milliseconds since 1970; returns the lost ones and the
 * tasks to cancel.
 */
export function renewLeases(
  store: TaskStore,
  leases: readonly Lease[],
  leaseEnd: number,
): RenewResult {
  const lost: string[] = [];
  const cancel: string[] = [];
  for (const lease of leases) {
    const row = findLeasedRow(store, lease);
    if (row === undefined) {
      lost.push(lease.taskId);
      continue;
    }
    store.setLeaseEnd(row, leaseEnd);
    if (row.cancel_requested === 1) {
      cancel.push(lease.taskId);
    }
  }
  return { lost, cancel };
}

export function cancelTask(
  store: TaskStore,
  {
    row,
    force,
  }: {
    readonly row: TaskRow | undefined;
    readonly force: boolean;
  },
  time: number,
): CancelOutcome {
  if (row === undefined) {
    return { kind: 'not-found' };
  }
  if (isTerminalState(row.state)) {
    return { kind: 'terminal', state: row.state };
  }
  if (!force && isLeased(row, time)) {
    // The request is stored once. Repeating it changes nothing, and would fail on a full disk.
    if (row.cancel_requested === 0) store.requestCancel(row);
    return { kind: 'requested' };
  }
  store.write(row, CANCELLATION, time);
  return { kind: 'canceled' };
}

export function replyToTask(
  store: TaskStore,
  {
    row,
    reply,
  }: {
    readonly row: TaskRow | undefined;
    /** A caller's reply to a task, with its events encoded for their rows. */
    readonly reply: {
      readonly expectedSeq: number;
      readonly idempotencyKey: string | undefined;
      readonly events: readonly EncodedEvent[];
      readonly claim: ClaimRequest | undefined;
    };
  },
  time: number,
): ReplyOutcome {
  if (row === undefined) {
    return { kind: 'not-found' };
  }
  const { expectedSeq, idempotencyKey, events, claim } = reply;
  const replyKey = idempotencyKey === undefined ? undefined : hashKey(idempotencyKey);
  if (replyKey !== undefined && store.hasReply(row, replyKey)) {
    return { kind: 'repeated' };
  }
  if (!isInterruptedState(row.state) || !store.isLast(row, expectedSeq)) {
    return { kind: 'stale', state: row.state };
  }
  if (replyKey !== undefined) {
    store.addReply(row, replyKey);
  }
  const last = events.at(-1)?.event;
  const runsAgain = last?.kind === 'status' && last.state === 'working';
  // The place is taken before the task counts as waiting, because it is found from the tasks that
  // wait.
  const turn = runsAgain && claim === undefined ? store.nextTurn(fromStoredScope(row.scope)) : 0;
  const seq = store.write(row, events, time);
  if (!runsAgain) {
    return { kind: 'accepted', seq };
  }
  const fresh = store.resetAttempts(row, turn);
  return claim === undefined
    ? { kind: 'accepted', seq }
    : { kind: 'accepted', seq, lease: store.grant(fresh, time + claim.ttlMs) };
}

/** Gives leases back, and returns those that were still valid. */
export function releaseLeases(
  store: TaskStore,
  {
    leases,
    retryAfterMs,
    runOut = false,
    uncounted = false,
  }: ReleaseOptions & {
    readonly leases: readonly Lease[];
  },
  time: number,
): readonly Lease[] {
  return leases.filter((lease) => {
    const row = findLeasedRow(store, lease);
    if (row === undefined) {
      return false;
    }
    if (retryAfterMs === undefined) {
      store.release(row, runOut ? time : null);
    } else {
      const end = row.cancel_requested === 1 ? time : time + retryAfterMs;
      store.rest(row, { end, failures: uncounted ? 0 : 1 });
    }
    return true;
  });
}

function findLeasedRow(store: TaskStore, lease: Lease): TaskRow | undefined {
  const row = store.find(lease.taskId);
  return row !== undefined && isHeldBy(row, lease) ? row : undefined;
}

/**
 * Ends the pause of a task that is to be tried again, so that it can be claimed at once; returns
 * false if there is no such task, or it has no pause.
 */
export function wakeTask(store: TaskStore, row: TaskRow | undefined, time: number): boolean {
  if (row === undefined || row.resting === 0 || row.lease_end === null) return false;
  store.setLeaseEnd(row, Math.min(row.lease_end, time));
  return true;
}
