import { hashKey } from '../idempotency-key.ts';
import { createImportedKey, readCreationKey } from './memory-keys.ts';
import { isLeased, type TaskRecord } from './memory-records.ts';
import type { MemoryState } from './memory-state.ts';
import { archivePush } from './push-records.ts';
import { measureBytes } from './stored-bytes.ts';
import type { ArchivedTask, TaskArchive } from './task-archive.ts';
import { isTerminalState, isInterruptedState } from './task-event.ts';

/** Makes the archive of a memory engine; exported tasks share their data with the engine. */
export function createMemoryArchive(state: MemoryState): TaskArchive {
  const { records, queue, pushes, clock, hints } = state;
  /** The hashes of the keys of tasks, once they were computed. */
  const hashes = new WeakMap<TaskRecord, string>();

  function hasKey(record: TaskRecord, creationKey: string): boolean {
    if (record.key === undefined) return false;
    const key = hashes.get(record) ?? readCreationKey(record) ?? '';
    hashes.set(record, key);
    return key === creationKey;
  }

  function isKeyTaken(creationKey: string | undefined): boolean {
    if (creationKey === undefined) return false;
    return [...records.all()].some((record) => hasKey(record, creationKey));
  }

  return {
    async list(after, limit) {
      state.checkOpen();
      return [...records.all()]
        .filter(({ order }) => order > after)
        .slice(0, Math.max(0, limit))
        .map(({ order, id, log }) => ({ place: order, taskId: id, seq: log.length }));
    },

    async export(taskId) {
      state.checkOpen();
      const record = records.get(taskId);
      return record && exportRecord(record);
    },

    async import(task) {
      state.checkOpen();
      if (records.get(task.id) !== undefined) return false;
      if (isKeyTaken(task.creationKey)) {
        throw new TypeError(
          `Cannot import a task because its creation key must be new: current value is that of task ${task.id}`,
        );
      }
      const stamp = { milliseconds: Date.parse(task.createdAt), timestamp: task.createdAt };
      const { id, scope, contextId, message, metadata, invocation, creationKey } = task;
      const fields = { id, scope, contextId, message, metadata, invocation };
      const key = creationKey === undefined ? undefined : createImportedKey(creationKey);
      const record = records.add(fields, stamp, key);
      restore(record, task);
      clock.now(findLatest(task));
      for (const push of task.pushes) pushes.restore(record, push);
      records.charge(record, measureBytes(task.events.map(({ event }) => event)));
      if (isTerminalState(record.state) || isInterruptedState(record.state)) {
        records.fileByState(record);
      } else if (task.restsUntil === undefined) queue.restore(record);
      else queue.rest(record, Date.parse(task.restsUntil));
      hints.emit('*');
      return true;
    },

    async countLeases() {
      state.checkOpen();
      const time = clock.now();
      return [...records.all()].filter((record) => isLeased(record, time)).length;
    },
  };
}

/** Returns the time of a task's last event, or of its creation, in milliseconds since 1970. */
function findLatest({ createdAt, events }: ArchivedTask): number {
  return Math.max(Date.parse(createdAt), Date.parse(events.at(-1)?.timestamp ?? createdAt));
}

/** Copies the data of an exported task into the record of a new task. */
function restore(record: TaskRecord, task: ArchivedTask): void {
  record.log = [...task.events];
  for (const { event, timestamp } of task.events) {
    if (event.kind !== 'status') continue;
    record.state = event.state;
    record.statusTime = Date.parse(timestamp);
  }
  record.epoch = task.epoch;
  record.failures = task.failures ?? 0;
  record.attempts = task.attempts - record.failures;
  record.turn = task.turn;
  record.cancelRequested = task.cancelRequested;
  if (task.replyKeys.length > 0) record.importedReplyKeys = new Set(task.replyKeys);
}

function exportRecord(record: TaskRecord): ArchivedTask {
  const { snapshot, leaseEnd, isResting, replyKeys, importedReplyKeys } = record;
  const creationKey = readCreationKey(record);
  const hashes = [...(replyKeys ?? [])].map((key) => hashKey(key).toString('hex'));
  return {
    id: record.id,
    scope: record.scope,
    contextId: snapshot.contextId,
    createdAt: snapshot.createdAt,
    ...record.origin,
    ...(creationKey !== undefined && { creationKey }),
    replyKeys: [...(importedReplyKeys ?? []), ...hashes].toSorted(),
    events: [...record.log],
    pushes: [...(record.pushes?.values() ?? [])].map(archivePush),
    epoch: record.epoch,
    attempts: record.attempts + record.failures,
    ...(record.failures > 0 && { failures: record.failures }),
    turn: record.turn,
    cancelRequested: record.cancelRequested,
    ...(isResting && leaseEnd !== undefined && { restsUntil: new Date(leaseEnd).toISOString() }),
  };
}
