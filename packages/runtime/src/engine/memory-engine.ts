import { EngineClosedError } from '../errors/engine-closed-error.ts';
import { LeaseLostError } from '../errors/lease-lost-error.ts';
import {
  checkNewEvents,
  checkReplyEvents,
  isInterruption,
  isLeaseEnd,
} from './check-new-events.ts';
import { checkMaxTasks } from './check-max-tasks.ts';
import { createClaimQueue } from './claim-queue.ts';
import { createLinkedList } from '../linked-list.ts';
import { createHintEmitter } from './hint-emitter.ts';
import { listRecords } from './list-records.ts';
import { listWaitingRecords } from './list-waiting-records.ts';
import { createMonotonicClock } from './monotonic-clock.ts';
import { parsePruneRequest, type Pruning } from './parse-prune-request.ts';
import { createPushRecords } from './push-records.ts';
import { refuseReply } from './refuse-reply.ts';
import { createStamper } from './stamp.ts';
import type { ClaimRequest, Lease, TaskEngine } from './task-engine.ts';
import type { NewTaskEvent } from './task-event.ts';
import {
  addToLog,
  createTaskRecord,
  emptyRecord,
  isHeldBy,
  isLeased,
  toSnapshot,
  type TaskRecord,
} from './task-record.ts';
import { isInterruptedState, isTerminalState } from './task-state.ts';

/** Options of {@link createMemoryEngine}. */
export interface MemoryEngineOptions {
  /**
   * Milliseconds since 1970. Default `Date.now`; when that is set back, time goes on by the clock of
   * the process. Of a function of your own, going backwards counts as standing still.
   */
  readonly now?: () => number;
  /**
   * How many terminal tasks are kept; beyond that the ones that ended first are forgotten,
   * along with their idempotency keys. Default 1,000. At least 1.
   */
  readonly maxFinishedTasks?: number;
  /**
   * How many tasks that wait for their callers are kept; beyond that the ones that have waited
   * longest are forgotten. Default 1,000. At least 1.
   */
  readonly maxWaitingTasks?: number;
}

const CREATION: readonly NewTaskEvent[] = [{ kind: 'status', state: 'submitted' }];
const CANCELLATION: readonly NewTaskEvent[] = [{ kind: 'status', state: 'canceled' }];
const DEFAULT_READ_LIMIT = 500;

/**
 * An engine that keeps everything in this process: for tests, and for agents whose tasks may be
 * lost with it. It keeps the objects it is given, so callers must not change them afterwards.
 */
export function createMemoryEngine(options: MemoryEngineOptions = {}): TaskEngine {
  const { now = Date.now, maxFinishedTasks = 1_000, maxWaitingTasks = 1_000 } = options;
  checkMaxTasks('maxFinishedTasks', maxFinishedTasks);
  checkMaxTasks('maxWaitingTasks', maxWaitingTasks);
  const clock = createMonotonicClock(now);
  const takeStamp = createStamper(clock);
  const hints = createHintEmitter();
  const queue = createClaimQueue();
  const finished = createLinkedList<TaskRecord>();
  const waiting = createLinkedList<TaskRecord>();
  const overflow: Pruning = { before: -1, keep: maxFinishedTasks, limit: 1 };
  const records = new Map<string, TaskRecord>();
  const idsByKey = new Map<string, string>();
  const pushes = createPushRecords({
    checkOpen,
    find,
    now: () => clock.now(),
    onDue: (taskId) => hints.emit(taskId),
  });
  let created = 0;
  let closed = false;

  function checkOpen(): void {
    if (closed) {
      throw new EngineClosedError();
    }
  }

  function find(scope: string, taskId: string): TaskRecord | undefined {
    const record = records.get(taskId);
    return record?.scope === scope ? record : undefined;
  }

  /** Writes what the caller may write, and what follows from it. */
  function write(record: TaskRecord, events: readonly NewTaskEvent[]): void {
    addToLog(record, events, takeStamp());
    if (record.pushes !== undefined) {
      pushes.mark(record.pushes);
    }
    const last = events.at(-1);
    if (last !== undefined && isLeaseEnd(last)) {
      queue.remove(record);
    }
    if (isTerminalState(record.state)) {
      record.finished = finished.add(record);
      prune(overflow);
    }
    endWait(record);
    if (isInterruptedState(record.state)) {
      record.waiting = waiting.add(record);
      if (waiting.oldest !== undefined && waiting.size > maxWaitingTasks) {
        forget(waiting.oldest);
      }
    }
    hints.emit(record.id);
  }

  function grant(record: TaskRecord, claim: ClaimRequest): Lease {
    return queue.grant(record, clock.now() + claim.ttlMs);
  }

  function prune({ before, keep, limit }: Pruning): number {
    let count = 0;
    for (
      let record = finished.oldest;
      record !== undefined && count < limit && (finished.size > keep || record.statusTime < before);
      record = finished.oldest
    ) {
      forget(record);
      count += 1;
    }
    return count;
  }

  function endWait(record: TaskRecord): void {
    if (record.waiting !== undefined) {
      waiting.remove(record.waiting);
      record.waiting = undefined;
    }
  }

  function forget(record: TaskRecord): void {
    const { id, key, finished: entry } = record;
    records.delete(id);
    if (key !== undefined) {
      idsByKey.delete(key);
    }
    queue.remove(record);
    if (record.pushes !== undefined) {
      pushes.forget(record.pushes);
    }
    if (entry !== undefined) {
      finished.remove(entry);
    }
    endWait(record);
    emptyRecord(record);
    hints.emit(id);
  }

  return {
    ...pushes.methods,

    async create(task, claim) {
      checkOpen();
      const key = toKey(task.scope, task.idempotencyKey);
      const existing = key === undefined ? undefined : idsByKey.get(key);
      if (existing !== undefined) {
        return { taskId: existing, created: false };
      }
      if (records.has(task.id)) {
        throw new TypeError(
          `Cannot create a task as its id must be new: current value is ${JSON.stringify(task.id)}`,
        );
      }
      created += 1;
      const record = createTaskRecord(task, { key, order: created, stamp: takeStamp() });
      records.set(task.id, record);
      if (key !== undefined) {
        idsByKey.set(key, task.id);
      }
      if (task.push !== undefined) {
        pushes.add(record, task.push);
      }
      write(record, CREATION);
      if (claim === undefined) {
        queue.add(record);
        return { taskId: task.id, created: true };
      }
      return { taskId: task.id, created: true, lease: grant(record, claim) };
    },

    async get(scope, taskId) {
      checkOpen();
      const record = find(scope, taskId);
      return record && toSnapshot(record);
    },

    async list(scope, query) {
      checkOpen();
      return listRecords(records.values(), scope, query);
    },

    async append(lease, events) {
      checkOpen();
      const record = records.get(lease.taskId);
      if (record === undefined || !isHeldBy(record, lease)) {
        throw new LeaseLostError(lease.taskId, lease.epoch);
      }
      checkNewEvents(events);
      const isUnwanted = record.cancelRequested && isInterruption(events.at(-1));
      write(record, isUnwanted ? [...events, ...CANCELLATION] : events);
      return record.log.length;
    },

    async read(scope, taskId, { after, limit = DEFAULT_READ_LIMIT }) {
      checkOpen();
      const start = Math.max(0, after);
      return find(scope, taskId)?.log.slice(start, start + Math.max(0, limit)) ?? [];
    },

    watch(hint) {
      checkOpen();
      return hints.watch(hint);
    },

    async claim(request, limit) {
      checkOpen();
      const time = clock.now();
      const end = time + request.ttlMs;
      return queue.find(limit, { ...request, time }).map((record) => queue.grant(record, end));
    },

    async renew(leases, ttlMs) {
      checkOpen();
      const time = clock.now();
      const lost: string[] = [];
      const cancel: string[] = [];
      for (const lease of leases) {
        const record = records.get(lease.taskId);
        if (record === undefined || !isHeldBy(record, lease)) {
          lost.push(lease.taskId);
          continue;
        }
        queue.renew(record, time + ttlMs);
        if (record.cancelRequested) {
          cancel.push(lease.taskId);
        }
      }
      return { lost, cancel };
    },

    async cancel(scope, taskId, { force = false } = {}) {
      checkOpen();
      const record = find(scope, taskId);
      if (record === undefined) {
        return { kind: 'not-found' };
      }
      if (isTerminalState(record.state)) {
        return { kind: 'terminal', state: record.state };
      }
      if (!force && isLeased(record, clock.now())) {
        record.cancelRequested = true;
        hints.emit(taskId);
        return { kind: 'requested' };
      }
      write(record, CANCELLATION);
      return { kind: 'canceled' };
    },

    async reply(scope, taskId, { reply, claim }) {
      checkOpen();
      checkReplyEvents(reply.events);
      const record = find(scope, taskId);
      if (record === undefined) {
        return { kind: 'not-found' };
      }
      const refusal = refuseReply(record, reply);
      if (refusal !== undefined) {
        return refusal;
      }
      write(record, reply.events);
      const accepted = { kind: 'accepted', seq: record.log.length } as const;
      if (record.state !== 'submitted') return accepted;
      record.attempts = 0;
      if (claim !== undefined) {
        return { ...accepted, lease: grant(record, claim) };
      }
      queue.restore(record);
      hints.emit('*');
      return accepted;
    },

    async release(leases, { retryAfterMs } = {}) {
      checkOpen();
      for (const lease of leases) {
        const record = records.get(lease.taskId);
        if (record === undefined || !isHeldBy(record, lease)) {
          continue;
        }
        if (retryAfterMs === undefined) {
          record.attempts -= 1;
          queue.restore(record);
        } else {
          queue.rest(record, clock.now() + (record.cancelRequested ? 0 : retryAfterMs));
        }
        hints.emit(lease.taskId);
      }
    },

    async delete(scope, taskId) {
      checkOpen();
      const record = find(scope, taskId);
      if (record === undefined) {
        return false;
      }
      forget(record);
      return true;
    },

    async findScope(taskId) {
      checkOpen();
      return records.get(taskId)?.scope;
    },

    async listWaiting(query) {
      checkOpen();
      return listWaitingRecords(records.values(), query);
    },

    async prune(request) {
      checkOpen();
      return prune(parsePruneRequest(request));
    },

    async close() {
      closed = true;
      hints.close();
      records.clear();
      idsByKey.clear();
    },
  };
}

/** The length in front keeps apart what is equal when joined. */
function toKey(scope: string, idempotencyKey: string | undefined): string | undefined {
  return idempotencyKey === undefined ? undefined : `${scope.length}:${scope}${idempotencyKey}`;
}
