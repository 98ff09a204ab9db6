import type { Scope } from '../scope.ts';
import type { ClaimRequest } from './lease.ts';
import type { MemoryRecords, PushRecord, TaskPushes, TaskRecord } from './memory-records.ts';
import type {
  DeadLetter,
  Delivery,
  DeliveryReport,
  PushConfig,
  PushConfigChange,
  PushStore,
  SetPushConfigOutcome,
} from './push-store.ts';
import type { ArchivedPush } from './task-archive.ts';

const DEFAULT_LETTERS = 100;

/**
 * The push configs of the memory engine, and their deliveries. Tasks without configs cost nothing;
 * the time of a claim grows with the number of configs that wait or are leased.
 */
export class PushRecords {
  readonly #now: () => number;
  readonly #onDue: (taskId: string) => void;
  readonly #waiting = new Set<PushRecord>();
  readonly #dead = new Set<PushRecord>();
  /** The number of configs that were ever added. */
  #count = 0;

  constructor({
    now,
    onDue,
  }: {
    readonly now: () => number;
    /** Called with the id of a task for whose receivers there may be notifications to send. */
    readonly onDue: (taskId: string) => void;
  }) {
    this.#now = now;
    this.#onDue = onDue;
  }

  /** Adds a push config whose receiver is notified of events after the position `seq`. */
  add(record: TaskRecord, config: PushConfig, seq: number): PushRecord {
    this.#count += 1;
    const push: PushRecord = {
      record,
      number: this.#count,
      config,
      seq,
      due: undefined,
      epoch: 0,
      failures: 0,
      failingSince: undefined,
      death: undefined,
    };
    record.pushes ??= new Map();
    record.pushes.set(config.id, push);
    return push;
  }

  /** Adds a push config that was exported from another engine, with its position in the log. */
  restore(
    record: TaskRecord,
    { config, after, failures, failingSince, dueAt, death }: ArchivedPush,
  ): void {
    const push = this.add(record, config, after);
    push.failures = failures;
    push.failingSince = failingSince === undefined ? undefined : Date.parse(failingSince);
    if (death !== undefined) {
      push.death = { reason: death.reason, time: Date.parse(death.diedAt) };
      this.#dead.add(push);
    } else if (dueAt !== undefined) this.#setDue(push, Date.parse(dueAt));
    else this.#endDelivery(push);
  }

  /** Marks the push configs of a task as due, because its log has grown. */
  makeDue(pushes: TaskPushes): void {
    for (const push of pushes.values()) {
      if (push.due === undefined && push.death === undefined) this.#setDue(push, this.#now());
    }
  }

  /** Removes the push configs of a deleted task. */
  forget(pushes: TaskPushes): void {
    for (const push of pushes.values()) this.#drop(push);
    pushes.clear();
  }

  /** Removes a push config of a task. */
  remove(record: TaskRecord, configId: string): void {
    const push = record.pushes?.get(configId);
    if (push !== undefined) this.#drop(push);
    record.pushes?.delete(configId);
  }

  /** Begins the deliveries of a config anew, because it was replaced, or its receiver is back. */
  recover(push: PushRecord): void {
    push.failures = 0;
    push.failingSince = undefined;
    push.death = undefined;
    this.#dead.delete(push);
    push.epoch += 1;
    this.#endDelivery(push);
    this.#onDue(push.record.id);
  }

  /** Leases up to `limit` configs that are due, the longest due first. */
  claimDue(limit: number, ttlMs: number): readonly Delivery[] {
    const time = this.#now();
    return [...this.#waiting]
      .filter(({ due = time }) => due <= time)
      .toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0))
      .slice(0, Math.max(0, limit))
      .map((push) => this.#claim(push, time, ttlMs));
  }

  /** Lists up to `limit` configs whose deliveries were given up, the latest first. */
  listDead(limit: number): readonly DeadLetter[] {
    return [...this.#dead]
      .toReversed()
      .toSorted((a, b) => (b.death?.time ?? 0) - (a.death?.time ?? 0))
      .slice(0, Math.max(0, limit))
      .map(toDeadLetter);
  }

  /** Ends, or goes on with, the delivery of a config. */
  settle(push: PushRecord, report: DeliveryReport): void {
    if (report.kind !== 'delivered') push.epoch += 1;
    switch (report.kind) {
      case 'delivered':
        this.#advance(push, report.seq);
        this.#setDue(push, this.#now() + report.ttlMs);
        break;
      case 'finished':
        this.#advance(push, report.seq);
        this.#endDelivery(push);
        break;
      case 'failed':
        this.#fail(push);
        this.#setDue(push, this.#now() + report.retryInMs);
        break;
      case 'dead':
        this.#fail(push);
        push.death = { reason: report.reason, time: this.#now() };
        this.#setDue(push, undefined);
        this.#dead.add(push);
        break;
      case 'released':
        this.#setDue(push, this.#now() + (report.dueInMs ?? 0));
        break;
    }
    if (push.due !== undefined && report.kind !== 'delivered') this.#onDue(push.record.id);
  }

  #setDue(push: PushRecord, due: number | undefined): void {
    push.due = due;
    if (due === undefined) this.#waiting.delete(push);
    else this.#waiting.add(push);
  }

  /**
   * Ends a delivery. Its config is due again at once if events came after those that were
   * delivered.
   */
  #endDelivery(push: PushRecord): void {
    this.#setDue(push, push.record.log.length > push.seq ? this.#now() : undefined);
  }

  #drop(push: PushRecord): void {
    this.#waiting.delete(push);
    this.#dead.delete(push);
    push.epoch += 1;
  }

  #claim(push: PushRecord, time: number, ttlMs: number): Delivery {
    const { id: taskId, scope, snapshot } = push.record;
    push.epoch += 1;
    this.#setDue(push, time + ttlMs);
    const { config, number, epoch, seq: after, failures, failingSince = time } = push;
    const failingForMs = time - failingSince;
    const { contextId } = snapshot;
    return { taskId, scope, contextId, config, after, failures, failingForMs, number, epoch };
  }

  #advance(push: PushRecord, seq: number): void {
    push.seq = seq;
    push.failures = 0;
    push.failingSince = undefined;
  }

  #fail(push: PushRecord): void {
    push.failures += 1;
    push.failingSince ??= this.#now();
  }
}

/** The part of a memory engine's state that the methods for push configs need. */
interface PushState {
  readonly records: Pick<MemoryRecords, 'find'>;
  readonly pushes: PushRecords;
  /** Throws `EngineClosedError` if the engine is closed. */
  checkOpen(): void;
}

/** The methods of the memory engine that concern push configs. */
export class MemoryPushes implements PushStore {
  readonly #state: PushState;

  constructor(state: PushState) {
    this.#state = state;
  }

  async setPushConfig(
    scope: Scope,
    taskId: string,
    { config, maxConfigs }: PushConfigChange,
  ): Promise<SetPushConfigOutcome> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record === undefined) return { kind: 'not-found' };
    const push = record.pushes?.get(config.id);
    if (push !== undefined) {
      push.config = config;
      this.#state.pushes.recover(push);
    } else if ((record.pushes?.size ?? 0) >= maxConfigs) {
      return { kind: 'full' };
    } else this.#state.pushes.add(record, config, record.log.length);
    return { kind: 'set' };
  }

  async listPushConfigs(scope: Scope, taskId: string): Promise<readonly PushConfig[] | undefined> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    return record && [...(record.pushes?.values() ?? [])].map(({ config }) => config);
  }

  async deletePushConfig(scope: Scope, taskId: string, configId: string): Promise<boolean> {
    this.#state.checkOpen();
    const record = this.#state.records.find(scope, taskId);
    if (record !== undefined) this.#state.pushes.remove(record, configId);
    return record !== undefined;
  }

  async claimDeliveries({ ttlMs }: ClaimRequest, limit: number): Promise<readonly Delivery[]> {
    this.#state.checkOpen();
    return this.#state.pushes.claimDue(limit, ttlMs);
  }

  async settleDelivery(
    { scope, taskId, config, number, epoch }: Delivery,
    report: DeliveryReport,
  ): Promise<boolean> {
    this.#state.checkOpen();
    const push = this.#state.records.find(scope, taskId)?.pushes?.get(config.id);
    if (push?.number !== number || push.epoch !== epoch) return false;
    this.#state.pushes.settle(push, report);
    return true;
  }

  async listDeadLetters(limit: number = DEFAULT_LETTERS): Promise<readonly DeadLetter[]> {
    this.#state.checkOpen();
    return this.#state.pushes.listDead(limit);
  }

  async reviveDeadLetter({
    scope,
    taskId,
    configId,
  }: Pick<DeadLetter, 'scope' | 'taskId' | 'configId'>): Promise<boolean> {
    this.#state.checkOpen();
    const push = this.#state.records.find(scope, taskId)?.pushes?.get(configId);
    if (push?.death === undefined) return false;
    this.#state.pushes.recover(push);
    return true;
  }
}

function toDeadLetter({ record, config, seq: after, failures, death }: PushRecord): DeadLetter {
  return {
    taskId: record.id,
    scope: record.scope,
    configId: config.id,
    url: config.url,
    after,
    failures,
    reason: death?.reason ?? '',
    diedAt: new Date(death?.time ?? 0).toISOString(),
  };
}

/** Converts a push config to its exported form. */
export function archivePush(push: PushRecord): ArchivedPush {
  const { config, seq: after, failures, failingSince, due, death } = push;
  const toTime = (time: number): string => new Date(time).toISOString();
  return {
    config,
    after,
    failures,
    ...(failingSince !== undefined && { failingSince: toTime(failingSince) }),
    ...(due !== undefined && { dueAt: toTime(due) }),
    ...(death !== undefined && { death: { diedAt: toTime(death.time), reason: death.reason } }),
  };
}
