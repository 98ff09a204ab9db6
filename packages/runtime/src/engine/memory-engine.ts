import { EngineClosedError, LeaseLostError } from '../errors.ts';
import { createClaimQueue } from './claim-queue.ts';
import { HintEmitter } from './hints.ts';
import { createMemoryArchive } from './memory-archive.ts';
import {
  findLongestQueued,
  listAllRecords,
  listRecords,
  listWaitingRecords,
} from './memory-lists.ts';
import { joinKey } from './memory-keys.ts';
import { createMemoryQuestions } from './memory-questions.ts';
import {
  createMemoryRecords,
  isHeldBy,
  isLeased,
  type TaskRecord,
  readSnapshot,
} from './memory-records.ts';
import { refuseReply } from './memory-replies.ts';
import { createMonotonicClock, createStamper, type Stamp } from './monotonic-clock.ts';
import { createPushRecords } from './push-records.ts';
import {
  checkNewEvents,
  checkReplyEvents,
  isInterruption,
  isLeaseEnd,
  isProgress,
  parsePruneRequest,
} from './requests.ts';
import { measureBytes } from './stored-bytes.ts';
import { withWholeValues } from './whole-values.ts';
import type { ClaimRequest, Lease } from './lease.ts';
import type { TaskEngine } from './task-engine.ts';
import { isTerminalState, type NewTaskEvent, type TaskStateName } from './task-event.ts';

/** Options of {@link createMemoryEngine}. */
export interface MemoryEngineOptions {
  /**
   * Returns the current time in milliseconds since 1970. Default `Date.now`; if the machine's clock
   * is set back, time goes on by the clock of the process. With a function of your own, time stands
   * still while it goes backwards.
   */
  readonly now?: () => number;
  /**
   * The largest number of finished tasks to keep; beyond that, the tasks that ended first are
   * deleted with their idempotency keys. Default 1,000. At least 1.
   */
  readonly maxFinishedTasks?: number;
  /**
   * The largest number of tasks to keep that wait for their callers; beyond that, the tasks that
   * have waited longest are deleted. Default 1,000. At least 1.
   */
  readonly maxWaitingTasks?: number;
}

const CREATION: readonly NewTaskEvent[] = [{ kind: 'status', state: 'submitted' }];

const CANCELLATION: readonly NewTaskEvent[] = [{ kind: 'status', state: 'canceled' }];

const DEFAULT_READ_LIMIT = 500;

/**
 * Makes an engine that keeps all tasks in the memory of this process: for tests, and for agents
 * whose tasks may be lost when the process ends. The engine keeps the objects that it is given, so
 * callers must not change them afterwards.
 *
 * @example
 * ```ts
 * import { createMemoryEngine } from '@formwork/runtime';
 *
 * const engine = createMemoryEngine();
 * await engine.close();
 * ```
 */
export function createMemoryEngine(options: MemoryEngineOptions = {}): TaskEngine {
  const { now = Date.now, maxFinishedTasks = 1_000, maxWaitingTasks = 1_000 } = options;
  checkMaxTasks('maxFinishedTasks', maxFinishedTasks);
  checkMaxTasks('maxWaitingTasks', maxWaitingTasks);
  const clock = createMonotonicClock(now);
  const takeStamp = createStamper(clock);
  const hints = new HintEmitter();
  const queue = createClaimQueue();
  const records = createMemoryRecords({
    maxFinishedTasks,
    maxWaitingTasks,
    onForget(record) {
      queue.remove(record);
      if (record.pushes !== undefined) {
        pushes.forget(record.pushes);
      }
      hints.emit(record.id);
    },
  });
  const pushes = createPushRecords({
    checkOpen,
    find: (scope, taskId) => records.find(scope, taskId),
    now: () => clock.now(),
    onDue: (taskId) => hints.emit(taskId),
  });
  let closed = false;

  function checkOpen(): void {
    if (closed) throw new EngineClosedError();
  }

  /**
   * Writes events to a task of the memory engine, and updates its size, lease, push configs and
   * place in the lists.
   */
  function write(record: TaskRecord, events: readonly NewTaskEvent[]): void {
    addToLog(record, events, takeStamp());
    records.charge(record, measureBytes(events));
    if (record.pushes !== undefined) {
      pushes.makeDue(record.pushes);
    }
    const last = events.at(-1);
    if (last !== undefined && isLeaseEnd(last)) {
      queue.remove(record);
    }
    if (last?.kind === 'status') records.fileByState(record);
    hints.emit(record.id);
  }

  function grant(record: TaskRecord, claim: ClaimRequest): Lease {
    return queue.grant(record, clock.now() + claim.ttlMs);
  }

  return withWholeValues({
    ...pushes.methods,
    ...createMemoryQuestions({ checkOpen, records, now: () => clock.now() }),

    async create(task, claim) {
      checkOpen();
      const key = joinKey(task);
      const existing = records.findId(task.scope, key);
      if (existing !== undefined) {
        return { taskId: existing, created: false };
      }
      const record = records.add(task, takeStamp(), key);
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
      const record = records.find(scope, taskId);
      return record && readSnapshot(record);
    },

    async list(scope, query) {
      checkOpen();
      return listRecords(records.all(), scope, query);
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
      if ((record.attempts > 1 || record.failures > 0) && events.some(isProgress)) {
        record.attempts = 1;
        record.failures = 0;
      }
      return record.log.length;
    },

    async keepMemo({ scope, taskId, epoch }, memo) {
      checkOpen();
      const record = records.find(scope, taskId);
      if (record === undefined || record.epoch !== epoch) return false;
      if (isTerminalState(record.state)) return false;
      write(record, [memo]);
      return true;
    },

    async read(scope, taskId, { after, limit = DEFAULT_READ_LIMIT }) {
      checkOpen();
      const start = Math.max(0, after);
      return records.find(scope, taskId)?.log.slice(start, start + Math.max(0, limit)) ?? [];
    },

    watch(hint) {
      checkOpen();
      return hints.watch(hint);
    },

    async claim(request, limit) {
      checkOpen();
      const search = { ...request, limit, time: clock.now() };
      const end = search.time + request.ttlMs;
      if (request.isRepeat === true) return queue.repeat(request.id, end);
      const named = request.taskIds?.flatMap((taskId) => records.get(taskId) ?? []);
      const found = named ? queue.findAmong(named, search) : queue.find(limit, search);
      return found.map((record) => queue.grant(record, end, request.id));
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
      const record = records.find(scope, taskId);
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
      const record = records.find(scope, taskId);
      if (record === undefined) {
        return { kind: 'not-found' };
      }
      const refusal = refuseReply(record, reply);
      if (refusal !== undefined) {
        return refusal;
      }
      write(record, reply.events);
      const accepted = { kind: 'accepted', seq: record.log.length } as const;
      if (record.state !== 'working') return accepted;
      record.attempts = 0;
      record.failures = 0;
      if (claim !== undefined) {
        record.turn = 0;
        return { ...accepted, lease: grant(record, claim) };
      }
      queue.add(record);
      hints.emit('*');
      return accepted;
    },

    async release(leases, { retryAfterMs, runOut = false, uncounted = false } = {}) {
      checkOpen();
      for (const lease of leases) {
        const record = records.get(lease.taskId);
        if (record === undefined || !isHeldBy(record, lease)) continue;
        record.attempts -= 1;
        if (retryAfterMs === undefined) {
          if (runOut) queue.renew(record, clock.now());
          else queue.restore(record);
        } else {
          if (!uncounted) record.failures += 1;
          queue.rest(record, clock.now() + (record.cancelRequested ? 0 : retryAfterMs));
        }
        hints.emit(lease.taskId);
      }
    },

    async delete(scope, taskId) {
      checkOpen();
      const record = records.find(scope, taskId);
      if (record !== undefined) records.forget(record);
      return record !== undefined;
    },

    async countBytes(scope) {
      checkOpen();
      return records.countBytes(scope);
    },

    async countStates() {
      checkOpen();
      const counts: { [State in TaskStateName]?: number } = {};
      for (const { state } of records.all()) counts[state] = (counts[state] ?? 0) + 1;
      return counts;
    },

    async findLongestQueued() {
      checkOpen();
      return findLongestQueued(records.all(), clock.now());
    },

    async findScope(taskId) {
      checkOpen();
      return records.get(taskId)?.scope;
    },

    async listWaiting(query) {
      checkOpen();
      return listWaitingRecords(records.all(), query);
    },

    async listAll(query) {
      checkOpen();
      return listAllRecords(records.all(), query, clock.now());
    },

    async wake(scope, taskId) {
      checkOpen();
      const record = records.find(scope, taskId);
      if (record === undefined || !record.isResting) return false;
      queue.rest(record, clock.now());
      hints.emit('*');
      return true;
    },

    archive: createMemoryArchive({ checkOpen, records, queue, pushes, clock, hints }),

    async prune(request) {
      checkOpen();
      return records.prune(parsePruneRequest(request));
    },

    async close() {
      closed = true;
      hints.close();
      records.clear();
    },
  });
}

/** Adds events to the log of a task, without checking a lease. */
function addToLog(
  record: TaskRecord,
  events: readonly NewTaskEvent[],
  { milliseconds, timestamp }: Stamp,
): void {
  for (const event of events) {
    record.log.push({ seq: record.log.length + 1, timestamp, event });
    if (event.kind === 'status') {
      record.state = event.state;
      record.statusTime = milliseconds;
    }
  }
}

/**
 * Checks an option that limits how many tasks a memory engine keeps.
 *
 * @throws RangeError unless it is an integer from 1
 */
function checkMaxTasks(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(
      `Cannot create a memory engine as ${name} must be an integer from 1: current value is ${value}`,
    );
  }
}
