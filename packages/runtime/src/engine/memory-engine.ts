import { bindMethods } from '../bound-methods.ts';
import { LeaseLostError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import type { ClaimRequest, Lease, NewTaskClaim, WorkRequest } from './lease.ts';
import { createMemoryArchive } from './memory-archive.ts';
import { joinKey } from './memory-keys.ts';
import {
  findLongestQueued,
  listAllRecords,
  listRecords,
  listWaitingRecords,
} from './memory-lists.ts';
import { createMemoryQuestions, refuseReply } from './memory-questions.ts';
import { isHeldBy, isLeased, readSnapshot } from './memory-records.ts';
import { MemoryState } from './memory-state.ts';
import { MemoryPushes } from './push-records.ts';
import type { PushStore } from './push-store.ts';
import type { QuestionStore } from './question-store.ts';
import type { QueuedTask } from './queued-task.ts';
import {
  checkNewEvents,
  checkReplyEvents,
  isInterruption,
  isProgress,
  parsePruneRequest,
} from './requests.ts';
import type {
  TaskEngine,
  NewTask,
  CreateResult,
  ReadOptions,
  RenewResult,
  CancelOptions,
  CancelOutcome,
  Reply,
  ReplyOutcome,
  ReleaseOptions,
  StateCounts,
  WaitingQuery,
  WaitingTask,
  AllTasksQuery,
  AllTasksPage,
  PruneRequest,
} from './task-engine.ts';
import {
  isTerminalState,
  type NewTaskEvent,
  type TaskStateName,
  type Memo,
  type TaskEvent,
} from './task-event.ts';
import type { TaskQuery, TaskPage } from './task-query.ts';
import type { TaskSnapshot } from './task-snapshot.ts';
import { withWholeValues } from './whole-values.ts';

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
  const state = new MemoryState({ now, maxFinishedTasks, maxWaitingTasks });
  return withWholeValues({
    ...bindMethods(new MemoryTasks(state)),
    ...bindMethods(new MemoryPushes(state)),
    ...createMemoryQuestions(state),
    archive: createMemoryArchive(state),
  });
}

/** The methods of the memory engine that concern its tasks. */
class MemoryTasks implements Omit<
  TaskEngine,
  keyof PushStore | keyof QuestionStore | 'archive' | 'checkBlobs' | 'checkIndexes' | 'now'
> {
  readonly #state: MemoryState;

  constructor(state: MemoryState) {
    this.#state = state;
  }

  async create(task: NewTask, claim?: NewTaskClaim): Promise<CreateResult> {
    this.#state.checkOpen();
    const key = joinKey(task);
    const existing = this.#state.records.findId(task.scope, key);
    if (existing !== undefined) {
      return { taskId: existing, created: false };
    }
    const record = this.#state.records.add(task, this.#state.clock.stamp(), key);
    if (task.push !== undefined) {
      this.#state.pushes.add(record, task.push, 0);
    }
    this.#state.write(record, CREATION);
    if (claim === undefined) {
      this.#state.queue.add(record);
      return { taskId: task.id, created: true };
    }
    return { taskId: task.id, created: true, lease: this.#state.grant(record, claim) };
  }

  async get(scope: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    return record && readSnapshot(record);
  }

  async list(scope: Scope, query: TaskQuery): Promise<TaskPage> {
    this.#state.checkOpen();
    return listRecords(this.#state.records.all(), scope, query);
  }

  async append(lease: Lease, events: readonly NewTaskEvent[]): Promise<number> {
    this.#state.checkOpen();
    const record = this.#state.records.get(lease.taskId);
    if (record === undefined || !isHeldBy(record, lease)) {
      throw new LeaseLostError(lease.taskId, lease.epoch);
    }
    checkNewEvents(events);
    const isUnwanted = record.cancelRequested && isInterruption(events.at(-1));
    this.#state.write(record, isUnwanted ? [...events, ...CANCELLATION] : events);
    if ((record.attempts > 1 || record.failures > 0) && events.some(isProgress)) {
      record.attempts = 1;
      record.failures = 0;
    }
    return record.log.length;
  }

  async keepMemo({ scope, taskId, epoch }: Lease, memo: Memo): Promise<boolean> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record === undefined || record.epoch !== epoch) return false;
    if (isTerminalState(record.state)) return false;
    this.#state.write(record, [memo]);
    return true;
  }

  async read(
    scope: Scope,
    taskId: string,
    { after, limit = DEFAULT_READ_LIMIT }: ReadOptions,
  ): Promise<readonly TaskEvent[]> {
    this.#state.checkOpen();
    const start = Math.max(0, after);
    return (
      this.#state.records.find(scope, taskId)?.log.slice(start, start + Math.max(0, limit)) ?? []
    );
  }

  watch(hint: (taskId: string) => void): () => void {
    this.#state.checkOpen();
    return this.#state.hints.watch(hint);
  }

  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    this.#state.checkOpen();
    const search = { ...request, limit, time: this.#state.now() };
    const end = search.time + request.ttlMs;
    if (request.isRepeat === true) return this.#state.queue.repeat(request.id, end);
    const namedRecords = request.taskIds?.flatMap(
      (taskId) => this.#state.records.get(taskId) ?? [],
    );
    const records = namedRecords
      ? this.#state.queue.findAmong(namedRecords, search)
      : this.#state.queue.find(limit, search);
    return records.map((record) => this.#state.queue.grant(record, end, request.id));
  }

  async renew(leases: readonly Lease[], ttlMs: number): Promise<RenewResult> {
    this.#state.checkOpen();
    const time = this.#state.now();
    const lost: string[] = [];
    const cancel: string[] = [];
    for (const lease of leases) {
      const record = this.#state.records.get(lease.taskId);
      if (record === undefined || !isHeldBy(record, lease)) {
        lost.push(lease.taskId);
        continue;
      }
      this.#state.queue.renew(record, time + ttlMs);
      if (record.cancelRequested) {
        cancel.push(lease.taskId);
      }
    }
    return { lost, cancel };
  }

  async cancel(
    scope: Scope,
    taskId: string,
    { force = false }: CancelOptions = {},
  ): Promise<CancelOutcome> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record === undefined) {
      return { kind: 'not-found' };
    }
    if (isTerminalState(record.state)) {
      return { kind: 'terminal', state: record.state };
    }
    if (!force && isLeased(record, this.#state.now())) {
      record.cancelRequested = true;
      this.#state.hints.emit(taskId);
      return { kind: 'requested' };
    }
    this.#state.write(record, CANCELLATION);
    return { kind: 'canceled' };
  }

  async reply(
    scope: Scope,
    taskId: string,
    { reply, claim }: { readonly reply: Reply; readonly claim?: ClaimRequest },
  ): Promise<ReplyOutcome> {
    this.#state.checkOpen();
    checkReplyEvents(reply.events);
    const record = this.#state.records.find(scope, taskId);
    if (record === undefined) {
      return { kind: 'not-found' };
    }
    const refusal = refuseReply(record, reply);
    if (refusal !== undefined) {
      return refusal;
    }
    this.#state.write(record, reply.events);
    const accepted = { kind: 'accepted', seq: record.log.length } as const;
    if (record.state !== 'working') return accepted;
    record.attempts = 0;
    record.failures = 0;
    if (claim !== undefined) {
      record.turn = 0;
      return { ...accepted, lease: this.#state.grant(record, claim) };
    }
    this.#state.queue.add(record);
    this.#state.hints.emit('*');
    return accepted;
  }

  async release(
    leases: readonly Lease[],
    { retryAfterMs, runOut = false, uncounted = false }: ReleaseOptions = {},
  ): Promise<void> {
    this.#state.checkOpen();
    for (const lease of leases) {
      const record = this.#state.records.get(lease.taskId);
      if (record === undefined || !isHeldBy(record, lease)) continue;
      record.attempts -= 1;
      if (retryAfterMs === undefined) {
        if (runOut) this.#state.queue.renew(record, this.#state.now());
        else this.#state.queue.restore(record);
      } else {
        if (!uncounted) record.failures += 1;
        this.#state.queue.rest(
          record,
          this.#state.now() + (record.cancelRequested ? 0 : retryAfterMs),
        );
      }
      this.#state.hints.emit(lease.taskId);
    }
  }

  async delete(scope: Scope, taskId: string): Promise<boolean> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record !== undefined) this.#state.records.forget(record);
    return record !== undefined;
  }

  async countBytes(scope: Scope): Promise<number> {
    this.#state.checkOpen();
    return this.#state.records.countBytes(scope);
  }

  async countStates(): Promise<StateCounts> {
    this.#state.checkOpen();
    const counts: { [State in TaskStateName]?: number } = {};
    for (const { state } of this.#state.records.all()) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  async findLongestQueued(): Promise<QueuedTask | undefined> {
    this.#state.checkOpen();
    return findLongestQueued(this.#state.records.all(), this.#state.now());
  }

  async findScope(taskId: string): Promise<Scope | undefined> {
    this.#state.checkOpen();
    return this.#state.records.get(taskId)?.scope;
  }

  async listWaiting(query: WaitingQuery): Promise<readonly WaitingTask[]> {
    this.#state.checkOpen();
    return listWaitingRecords(this.#state.records.all(), query);
  }

  async listAll(query: AllTasksQuery): Promise<AllTasksPage> {
    this.#state.checkOpen();
    return listAllRecords(this.#state.records.all(), query, this.#state.now());
  }

  async wake(scope: Scope, taskId: string): Promise<boolean> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record === undefined || !record.isResting) return false;
    this.#state.queue.rest(record, this.#state.now());
    this.#state.hints.emit('*');
    return true;
  }

  async prune(request: PruneRequest): Promise<number> {
    this.#state.checkOpen();
    return this.#state.records.prune(parsePruneRequest(request));
  }

  async close(): Promise<void> {
    this.#state.close();
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
      `Cannot create a memory engine because ${name} must be an integer from 1: current value is ${value}`,
    );
  }
}
