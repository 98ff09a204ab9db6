import { EngineClosedError } from '../errors.ts';
import { ChangeEmitter } from './change-emitter.ts';
import { ClaimQueue } from './claim-queue.ts';
import type { ClaimRequest, Lease } from './lease.ts';
import { MemoryRecords, type TaskRecord } from './memory-records.ts';
import { MonotonicClock, type Stamp } from './monotonic-clock.ts';
import { PushRecords } from './push-records.ts';
import { isLeaseEnd } from './requests.ts';
import { measureBytes } from './stored-bytes.ts';
import type { NewTaskEvent } from './task-event.ts';

/** The state of one memory engine, which the groups of its methods share. */
export class MemoryState {
  readonly clock: MonotonicClock;
  readonly hints: ChangeEmitter = new ChangeEmitter();
  readonly queue: ClaimQueue = new ClaimQueue();
  readonly records: MemoryRecords;
  readonly pushes: PushRecords;
  #isClosed = false;

  constructor({
    now,
    maxFinishedTasks,
    maxWaitingTasks,
  }: {
    readonly now: () => number;
    readonly maxFinishedTasks: number;
    readonly maxWaitingTasks: number;
  }) {
    this.clock = new MonotonicClock(now);
    this.records = new MemoryRecords({
      maxFinishedTasks,
      maxWaitingTasks,
      onForget: (record) => {
        this.queue.remove(record);
        if (record.pushes !== undefined) this.pushes.forget(record.pushes);
        this.hints.emit(record.id);
      },
    });
    this.pushes = new PushRecords({
      now: () => this.now(),
      onDue: (taskId) => this.hints.emit(taskId),
    });
  }

  /**
   * Checks that the engine is open.
   *
   * @throws EngineClosedError once it is closed
   */
  checkOpen(): void {
    if (this.#isClosed) throw new EngineClosedError();
  }

  /** Returns the time of the engine's clock, in milliseconds since 1970. */
  now(): number {
    return this.clock.now();
  }

  /**
   * Writes events to a task of the memory engine, and updates its size, lease, push configs and
   * place in the lists.
   */
  write(record: TaskRecord, events: readonly NewTaskEvent[]): void {
    addToLog(record, events, this.clock.stamp());
    this.records.charge(record, measureBytes(events));
    if (record.pushes !== undefined) {
      this.pushes.makeDue(record.pushes);
    }
    const last = events.at(-1);
    if (last !== undefined && isLeaseEnd(last)) {
      this.queue.remove(record);
    }
    if (last?.kind === 'status') this.records.fileByState(record);
    this.hints.emit(record.id);
  }

  /** Leases a task for the time that a claim says. */
  grant(record: TaskRecord, claim: ClaimRequest): Lease {
    return this.queue.grant(record, this.now() + claim.ttlMs);
  }

  /** Forgets all tasks. */
  close(): void {
    this.#isClosed = true;
    this.hints.close();
    this.records.clear();
  }
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
