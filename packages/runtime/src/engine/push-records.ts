import type { Scope } from '../scope.ts';
import type { Delivery, DeliverySettlement, PushConfig, PushStore } from './push-store.ts';
import type { PushRecord, TaskPushes, TaskRecord } from './memory-records.ts';
import type { ArchivedPush } from './task-archive.ts';

/** Options of {@link createPushRecords}. */
export interface PushRecordsOptions {
  /** Throws `EngineClosedError` if the memory engine is closed. */
  readonly checkOpen: () => void;
  readonly find: (scope: Scope, taskId: string) => TaskRecord | undefined;
  readonly now: () => number;
  /** Called with the id of a task for whose receivers there may be notifications to send. */
  readonly onDue: (taskId: string) => void;
}

/** The part of the memory engine that keeps push configs and their deliveries. */
export interface PushRecords {
  readonly methods: PushStore;
  /**
   * Adds a push config whose receiver is notified of the whole log of a task, from its first event.
   */
  add(record: TaskRecord, config: PushConfig): void;
  /** Adds a push config that was exported from another engine, with its position in the log. */
  restore(record: TaskRecord, push: ArchivedPush): void;
  /** Marks the push configs of a task as due, because its log has grown. */
  makeDue(pushes: TaskPushes): void;
  /** Removes the push configs of a deleted task. */
  forget(pushes: TaskPushes): void;
}

const DEFAULT_LETTERS = 100;

/**
 * Makes the part of the memory engine that keeps push configs. Tasks without configs cost nothing;
 * the time of a claim grows with the number of configs that wait or are leased.
 */
export function createPushRecords({
  checkOpen,
  find,
  now,
  onDue,
}: PushRecordsOptions): PushRecords {
  const waiting = new Set<PushRecord>();
  const dead = new Set<PushRecord>();
  let made = 0;

  function add(record: TaskRecord, config: PushConfig, seq = 0): PushRecord {
    made += 1;
    const push: PushRecord = {
      record,
      number: made,
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

  function setDue(push: PushRecord, due: number | undefined): void {
    push.due = due;
    if (due === undefined) waiting.delete(push);
    else waiting.add(push);
  }

  /**
   * Ends a delivery. Its config is due again at once if events came after those that were
   * delivered.
   */
  function rest(push: PushRecord): void {
    setDue(push, push.record.log.length > push.seq ? now() : undefined);
  }

  function drop(push: PushRecord): void {
    waiting.delete(push);
    dead.delete(push);
    push.epoch += 1;
  }

  function recover(push: PushRecord): void {
    push.failures = 0;
    push.failingSince = undefined;
    push.death = undefined;
    dead.delete(push);
    push.epoch += 1;
    rest(push);
    onDue(push.record.id);
  }

  function claim(push: PushRecord, time: number, ttlMs: number): Delivery {
    const { id: taskId, scope, snapshot } = push.record;
    push.epoch += 1;
    setDue(push, time + ttlMs);
    const { config, number, epoch, seq: after, failures, failingSince = time } = push;
    const failingForMs = time - failingSince;
    const { contextId } = snapshot;
    return { taskId, scope, contextId, config, after, failures, failingForMs, number, epoch };
  }

  function advance(push: PushRecord, seq: number): void {
    push.seq = seq;
    push.failures = 0;
    push.failingSince = undefined;
  }

  function fail(push: PushRecord): void {
    push.failures += 1;
    push.failingSince ??= now();
  }

  function applySettlement(push: PushRecord, settlement: DeliverySettlement): void {
    if (settlement.kind !== 'delivered') push.epoch += 1;
    switch (settlement.kind) {
      case 'delivered':
        advance(push, settlement.seq);
        setDue(push, now() + settlement.ttlMs);
        break;
      case 'finished':
        advance(push, settlement.seq);
        rest(push);
        break;
      case 'failed':
        fail(push);
        setDue(push, now() + settlement.retryInMs);
        break;
      case 'dead':
        fail(push);
        push.death = { reason: settlement.reason, time: now() };
        setDue(push, undefined);
        dead.add(push);
        break;
      case 'released':
        setDue(push, now() + (settlement.dueInMs ?? 0));
        break;
    }
    if (push.due !== undefined && settlement.kind !== 'delivered') onDue(push.record.id);
  }

  return {
    add(record, config) {
      add(record, config);
    },
    restore(record, { config, after, failures, failingSince, dueAt, death }) {
      const push = add(record, config, after);
      push.failures = failures;
      push.failingSince = failingSince === undefined ? undefined : Date.parse(failingSince);
      if (death !== undefined) {
        push.death = { reason: death.reason, time: Date.parse(death.diedAt) };
        dead.add(push);
      } else if (dueAt !== undefined) setDue(push, Date.parse(dueAt));
      else rest(push);
    },
    makeDue(pushes) {
      for (const push of pushes.values()) {
        if (push.due === undefined && push.death === undefined) setDue(push, now());
      }
    },
    forget(pushes) {
      for (const push of pushes.values()) drop(push);
      pushes.clear();
    },
    methods: {
      async setPushConfig(scope, taskId, { config, maxConfigs }) {
        checkOpen();
        const record = find(scope, taskId);
        if (record === undefined) return { kind: 'not-found' };
        const push = record.pushes?.get(config.id);
        if (push !== undefined) {
          push.config = config;
          recover(push);
        } else if ((record.pushes?.size ?? 0) >= maxConfigs) {
          return { kind: 'full' };
        } else add(record, config, record.log.length);
        return { kind: 'set' };
      },
      async listPushConfigs(scope, taskId) {
        checkOpen();
        const record = find(scope, taskId);
        return record && [...(record.pushes?.values() ?? [])].map(({ config }) => config);
      },
      async deletePushConfig(scope, taskId, configId) {
        checkOpen();
        const record = find(scope, taskId);
        const push = record?.pushes?.get(configId);
        if (push !== undefined) drop(push);
        record?.pushes?.delete(configId);
        return record !== undefined;
      },
      async claimDeliveries({ ttlMs }, limit) {
        checkOpen();
        const time = now();
        return [...waiting]
          .filter(({ due = time }) => due <= time)
          .toSorted((a, b) => (a.due ?? 0) - (b.due ?? 0))
          .slice(0, Math.max(0, limit))
          .map((push) => claim(push, time, ttlMs));
      },
      async settleDelivery({ scope, taskId, config, number, epoch }, settlement) {
        checkOpen();
        const push = find(scope, taskId)?.pushes?.get(config.id);
        if (push?.number !== number || push.epoch !== epoch) return false;
        applySettlement(push, settlement);
        return true;
      },
      async listDeadLetters(limit = DEFAULT_LETTERS) {
        checkOpen();
        return [...dead]
          .toReversed()
          .toSorted((a, b) => (b.death?.time ?? 0) - (a.death?.time ?? 0))
          .slice(0, Math.max(0, limit))
          .map(({ record, config, seq: after, failures, death }) => ({
            taskId: record.id,
            scope: record.scope,
            configId: config.id,
            url: config.url,
            after,
            failures,
            reason: death?.reason ?? '',
            diedAt: new Date(death?.time ?? 0).toISOString(),
          }));
      },
      async reviveDeadLetter({ scope, taskId, configId }) {
        checkOpen();
        const push = find(scope, taskId)?.pushes?.get(configId);
        if (push?.death === undefined) return false;
        recover(push);
        return true;
      },
    },
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
