import { TaskDamagedError } from '../../errors.ts';
import { runTransaction } from '../../sqlite/sqlite-database.ts';
import { toOptionalTime, toTimestamp } from '../requests.ts';
import { encodeEvent } from '../stored/event-codec.ts';
import { encodeOrigin } from '../stored/packing.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import type { ArchivedPush, ArchivedTask, ArchiveEntry, TaskArchive } from '../task-archive.ts';
import { eventIdOf, toSeq } from './event-id.ts';
import type { Tables } from './open-tables.ts';
import { isIntact, type PushRow, readPushConfig } from './push-rows.ts';
import { retryWhileBusy } from './statements.ts';

const LAST_EVENT = `(select max(event.id) from event
  where event.id < (task.number + 1) * ${eventIdOf(1, 0)})`;

const INSERT = `insert into task (id, scope, context_id, state, status_time, epoch, attempts, failures,
    lease_end, resting, cancel_requested, creation_key, skill, turn, counted)
  values (@id, @scope, @contextId, @state, @statusTime, @epoch, @attempts, @failures,
    @leaseEnd, @resting, @cancelRequested, @creationKey, @skill, @turn, @counted)
  on conflict do nothing`;

/**
 * Makes the archive of the SQLite engine. `onImport` is called after a task was added, because a
 * runner may have to run it.
 */
export function createRowArchive(open: () => Promise<Tables>, onImport: () => void): TaskArchive {
  return {
    async list(after, limit) {
      const { database } = await open();
      const rows = await retryWhileBusy(() =>
        database
          .prepare<[number, number], { number: number; id: string; last_event: number }>(
            `select number, id, ${LAST_EVENT} as last_event from task
            where number > ? order by number limit ?`,
          )
          .all(after, Math.max(0, limit)),
      );
      return rows.map((row): ArchiveEntry => ({
        place: row.number,
        taskId: fromStoredText(row.id),
        seq: toSeq(row.last_event),
      }));
    },

    async export(taskId) {
      const tables = await open();
      try {
        return await retryWhileBusy(() => exportTask(tables, taskId));
      } catch (error) {
        // If the task was deleted after its row was read, its blobs may be gone: then it is not
        // damaged.
        const isGone = tables.store.find(taskId) === undefined;
        if (error instanceof TaskDamagedError && isGone) return undefined;
        throw error;
      }
    },

    async import(task) {
      const tables = await open();
      if (tables.store.find(task.id) !== undefined) return false;
      const texts = [
        encodeOrigin(task),
        ...task.events.map(({ event }) => encodeEvent(event).text),
      ];
      const isNew = await tables.longTexts.write(task.id, texts, (stored) =>
        tables.commits.run(() => importTask(tables, { task, texts: stored })),
      );
      if (isNew) onImport();
      return isNew;
    },

    async countLeases() {
      const { database, clock } = await open();
      const select = database.prepare<[number], number>(
        `select count(*) from task indexed by task_claim
        where state in ('submitted', 'working') and lease_end > ? and resting = 0`,
      );
      return retryWhileBusy(() => select.pluck().get(clock.read()) ?? 0);
    },
  };
}

/** Reads the rows of a task in one transaction, then its blobs. */
async function exportTask(
  { database, store, reader }: Tables,
  taskId: string,
): Promise<ArchivedTask | undefined> {
  const stored = runTransaction(database, 'deferred', () => {
    const scope = store.find(taskId)?.scope;
    const row = scope === undefined ? undefined : store.findPlaced(fromStoredScope(scope), taskId);
    if (row === undefined) return undefined;
    const creationKey = database
      .prepare<[number], Uint8Array | null>('select creation_key from task where number = ?')
      .pluck()
      .get(row.number);
    const replyKeys = database
      .prepare<[number], Uint8Array>('select reply_key from reply where task_number = ?')
      .pluck()
      .all(row.number);
    const pushes = store.pushes.list(row.number);
    return { row, creationKey, replyKeys, pushes, whole: reader.readWhole(row) };
  });
  if (stored === undefined) return undefined;
  const { row, creationKey, replyKeys, pushes } = stored;
  const { task, createdAt, events } = await stored.whole;
  if (!pushes.every(isIntact)) throw new TaskDamagedError(taskId);
  return {
    ...task,
    createdAt,
    ...(creationKey && { creationKey: toHex(creationKey) }),
    replyKeys: replyKeys.map((key) => toHex(key)).toSorted(),
    events,
    pushes: pushes.map(archiveRow),
    epoch: row.epoch,
    attempts: row.attempts + row.failures,
    ...(row.failures > 0 && { failures: row.failures }),
    turn: row.turn,
    cancelRequested: row.cancel_requested === 1,
    ...(row.resting === 1 && row.lease_end !== null && { restsUntil: toTimestamp(row.lease_end) }),
  };
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function archiveRow(row: PushRow): ArchivedPush {
  const { seq: after, failures, failing_since: failingSince, due, died_at: diedAt, reason } = row;
  return {
    config: readPushConfig(row),
    after,
    failures,
    ...(failingSince !== null && { failingSince: toTimestamp(failingSince) }),
    ...(due !== null && { dueAt: toTimestamp(due) }),
    ...(diedAt !== null && { death: { diedAt: toTimestamp(diedAt), reason: reason ?? '' } }),
  };
}

/** Adds a task inside a transaction; returns false, and adds nothing, if a task has this id. */
function importTask(
  tables: Tables,
  {
    task,
    texts,
  }: {
    readonly task: ArchivedTask;
    /** The text of the task's origin, then the texts of its events. */
    readonly texts: readonly string[];
  },
): boolean {
  const { database, store, clock } = tables;
  const owner = {
    id: toStoredText(task.id),
    scope: toStoredText(task.scope),
    context_id: toStoredText(task.contextId),
  };
  const status = task.events.findLast(({ event }) => event.kind === 'status');
  const state = status?.event.kind === 'status' ? status.event.state : 'submitted';
  const time = Date.parse(status?.timestamp ?? task.createdAt);
  const { skillId } = task.invocation;
  const { changes, lastInsertRowid } = database.prepare(INSERT).run({
    id: owner.id,
    scope: owner.scope,
    contextId: owner.context_id,
    state,
    statusTime: time,
    epoch: task.epoch,
    attempts: task.attempts - (task.failures ?? 0),
    failures: task.failures ?? 0,
    leaseEnd: toOptionalTime(task.restsUntil),
    resting: task.restsUntil === undefined ? 0 : 1,
    cancelRequested: task.cancelRequested ? 1 : 0,
    creationKey: task.creationKey === undefined ? null : Buffer.from(task.creationKey, 'hex'),
    skill: skillId === undefined ? null : toStoredText(skillId),
    turn: task.turn,
    counted: task.events.length,
  });
  if (changes === 0) {
    if (store.find(task.id) !== undefined) return false;
    throw new TypeError(
      `Cannot import a task because its creation key must be new: current value is that of task ${task.id}`,
    );
  }
  const number = lastInsertRowid;
  const times = [task.createdAt, ...task.events.map(({ timestamp }) => timestamp)].map(Date.parse);
  const { ofText, ofBlob } = store.addEvents(
    texts.map((text, seq) => ({
      id: eventIdOf(number, seq),
      time: times[seq] ?? time,
      text,
      owner: seq === 0 ? owner : undefined,
    })),
  );
  store.addBytes(owner.scope, ofText + ofBlob);
  for (const key of task.replyKeys) store.addReply({ number }, Buffer.from(key, 'hex'));
  for (const push of task.pushes) importPush(tables, number, push);
  store.questions.open(number, status?.event, time);
  clock.raise(Math.max(time, times.at(-1) ?? time));
  return true;
}

function importPush({ store }: Tables, number: number, push: ArchivedPush): void {
  store.pushes.insert(number, push.config, push.after);
  const row = store.pushes.find(number, push.config.id);
  if (row === undefined) return;
  store.pushes.update(row, {
    due: toOptionalTime(push.dueAt),
    failures: push.failures,
    failing_since: toOptionalTime(push.failingSince),
    died_at: toOptionalTime(push.death?.diedAt),
    reason: push.death?.reason ?? null,
  });
}
