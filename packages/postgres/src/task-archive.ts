import type {
  ArchivedPush,
  ArchivedTask,
  ArchiveEntry,
  PushConfig,
  TaskArchive,
  TaskEvent,
  TaskStateName,
} from '@formwork/runtime';
import { isTerminalState, TaskDamagedError } from '@formwork/runtime';
import {
  decodeEvent,
  decodeOrigin,
  encodeEvent,
  encodeOrigin,
  type LongTexts,
} from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import type { Blobs } from './blobs.ts';
import type { Connection, Run } from './connection.ts';
import { changeQuestion } from './question-rows.ts';
import {
  fromBody,
  fromColumn,
  fromScopeColumn,
  measureText,
  toBody,
  toColumn,
} from './stored-text.ts';
import { OPEN } from './tables.ts';

/** The parts of the PostgreSQL engine that its archive, which exports and imports tasks, uses. */
interface ArchiveParts {
  /**
   * Makes the tables if they are missing, and resolves once they exist; rejects if the engine is
   * closed.
   */
  readonly open: () => Promise<void>;
  readonly longTexts: Pick<LongTexts, 'load' | 'write'>;
  readonly blobs: Pick<Blobs, 'measure' | 'keep'>;
  /** The number of the rows in which this process keeps its part of each sum. */
  readonly shard: number;
  /** Called after a task was imported, because a runner may have to run it. */
  readonly onImport: () => void;
}

/** The row of a task to export, read in the same transaction as the rows that belong to it. */
interface WholeRow {
  readonly number: number;
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
  readonly state: TaskStateName;
  readonly seq: number;
  readonly epoch: number;
  readonly attempts: number;
  readonly failures: number;
  readonly turn: number;
  readonly lease_end: number | null;
  readonly resting: boolean;
  readonly cancel_requested: boolean;
  readonly creation_key: string | null;
}

interface EventRow {
  readonly seq: number;
  readonly time: number;
  readonly body: string;
}

interface PushRow {
  readonly config: PushConfig;
  readonly seq: number;
  readonly due: number | null;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly died_at: number | null;
  readonly reason: string | null;
}

/** The largest number of blobs that an export reads from the blob store at the same time. */
const FETCH_SIZE = 8;

/** Makes the part of the engine that exports and imports whole tasks. */
export function createTaskArchive(connection: Connection, parts: ArchiveParts): TaskArchive {
  const { schema, run, transact } = connection;
  const { open, longTexts, onImport } = parts;
  const listEntries = {
    text: `select number as place, id, seq from ${schema}.task where number > $1
      order by number limit $2`,
  };
  const countLeased = {
    text: `select count(*) as count from ${schema}.task
      where ${OPEN} and not resting and lease_end > ${schema}.now_ms()`,
  };
  const findTask = { text: `select 1 from ${schema}.task where id = $1` };

  return {
    async list(after, limit) {
      await open();
      const rows = await run<Omit<ArchiveEntry, 'taskId'> & { readonly id: string }>(listEntries, [
        after,
        Math.max(0, limit),
      ]);
      return rows.map(({ place, id, seq }) => ({ place, taskId: fromColumn(id), seq }));
    },

    async export(taskId) {
      await open();
      try {
        const rows = await transact((step) => readWhole(step, schema, taskId));
        return rows && (await decodeWhole(longTexts, taskId, rows));
      } catch (error) {
        // If the task was deleted after its rows were read, its blobs may be gone: then it is not
        // damaged.
        const isDamaged = error instanceof TaskDamagedError;
        if (isDamaged && (await run(findTask, [toColumn(taskId)])).length === 0) return undefined;
        throw error;
      }
    },

    async import(task) {
      await open();
      if ((await run(findTask, [toColumn(task.id)])).length > 0) return false;
      const texts = [
        encodeOrigin(task),
        ...task.events.map(({ event }) => encodeEvent(event).text),
      ];
      const isNew = await longTexts.write(task.id, texts, (stored) =>
        transact((step) => writeWhole(step, { task, texts: stored, schema, ...parts })),
      );
      if (isNew) onImport();
      return isNew;
    },

    async countLeases() {
      await open();
      const [row] = await run<{ readonly count: number }>(countLeased, []);
      return row?.count ?? 0;
    },
  };
}

/** All rows of one task: its own, and those of its events, replies and push configs. */
interface WholeRows {
  readonly row: WholeRow;
  readonly events: readonly EventRow[];
  readonly replyKeys: readonly string[];
  readonly pushes: readonly PushRow[];
}

/**
 * Reads all rows of a task inside a transaction that locks the task; returns `undefined` if there
 * is no such task.
 */
async function readWhole(run: Run, schema: string, taskId: string): Promise<WholeRows | undefined> {
  const [row] = await run<WholeRow>(
    {
      text: `select number, id, scope, context_id, state, seq, epoch, attempts, failures, turn,
          lease_end, resting, cancel_requested, encode(creation_key, 'hex') as creation_key
        from ${schema}.task where id = $1 for share`,
    },
    [toColumn(taskId)],
  );
  if (row === undefined) return undefined;
  const { number } = row;
  const events = await run<EventRow>(
    {
      text: `select seq, time, body::text as body from ${schema}.event
        where task_number = $1 and seq <= $2 order by seq`,
    },
    [number, row.seq],
  );
  const replies = await run<{ readonly key: string }>(
    {
      text: `select encode(reply_key, 'hex') as key from ${schema}.reply where task_number = $1
        order by reply_key`,
    },
    [number],
  );
  const pushes = await run<PushRow>(
    {
      text: `select config, seq, due, failures, failing_since, died_at, reason from ${schema}.push
        where task_number = $1 order by number`,
    },
    [number],
  );
  return { row, events, replyKeys: replies.map(({ key }) => key), pushes };
}

async function decodeWhole(
  longTexts: Pick<LongTexts, 'load'>,
  taskId: string,
  { row, events: rows, replyKeys, pushes }: WholeRows,
): Promise<ArchivedTask> {
  const [origin, ...loaded] = await loadTexts(longTexts, taskId, rows);
  const isWhole = loaded.length === row.seq && rows.every(({ seq }, index) => seq === index);
  if (origin === undefined || !isWhole) throw new TaskDamagedError(taskId);
  try {
    const ids = { id: taskId, contextId: fromColumn(row.context_id) };
    const events = loaded.map(({ seq, time, body }): TaskEvent => ({
      seq,
      timestamp: toTimestamp(time),
      event: decodeEvent(body),
    }));
    if (findStatus(events)?.state !== row.state) throw new TaskDamagedError(taskId);
    return {
      ...ids,
      scope: fromScopeColumn(row.scope),
      createdAt: toTimestamp(origin.time),
      ...decodeOrigin(origin.body, ids),
      ...(row.creation_key !== null && { creationKey: row.creation_key }),
      replyKeys,
      events,
      pushes: pushes.map(readPush),
      epoch: row.epoch,
      attempts: row.attempts + row.failures,
      ...(row.failures > 0 && { failures: row.failures }),
      turn: row.turn,
      cancelRequested: row.cancel_requested,
      ...(row.resting && row.lease_end !== null && { restsUntil: toTimestamp(row.lease_end) }),
    };
  } catch (error) {
    throw error instanceof FormworkError ? error : new TaskDamagedError(taskId, { cause: error });
  }
}

async function loadTexts(
  longTexts: Pick<LongTexts, 'load'>,
  taskId: string,
  rows: readonly EventRow[],
): Promise<readonly EventRow[]> {
  const loaded: EventRow[] = [];
  for (let start = 0; start < rows.length; start += FETCH_SIZE) {
    const some = rows.slice(start, start + FETCH_SIZE).map(async (row) => {
      return { ...row, body: await longTexts.load(taskId, fromBody(row.body)) };
    });
    loaded.push(...(await Promise.all(some)));
  }
  return loaded;
}

function readPush(row: PushRow): ArchivedPush {
  const { seq: after, failures, failing_since: failingSince, due, died_at: diedAt, reason } = row;
  return {
    config: row.config,
    after,
    failures,
    ...(failingSince !== null && { failingSince: toTimestamp(failingSince) }),
    ...(due !== null && { dueAt: toTimestamp(due) }),
    ...(diedAt !== null && { death: { diedAt: toTimestamp(diedAt), reason: reason ?? '' } }),
  };
}

/**
 * A task to import, and the texts for its rows: first that of the origin, then those of the events.
 */
interface WholeWrite extends Pick<ArchiveParts, 'blobs' | 'shard'> {
  readonly task: ArchivedTask;
  readonly texts: readonly string[];
  readonly schema: string;
}

/** Adds a task inside a transaction; returns false, and adds nothing, if a task has this id. */
async function writeWhole(
  run: Run,
  { task, texts, schema, blobs, shard }: WholeWrite,
): Promise<boolean> {
  const { skillId } = task.invocation;
  const times = [task.createdAt, ...task.events.map(({ timestamp }) => timestamp)].map(toTime);
  const status = findStatus(task.events);
  const state = status?.state ?? 'submitted';
  const bytes =
    texts.reduce((sum, text) => sum + measureText(text), 0) + (await blobs.measure(run, texts));
  const [made] = await run<{ readonly number: number }>(
    {
      text: `insert into ${schema}.task (id, scope, context_id, state, status_time, seq, event_time,
          epoch, attempts, turn, cancel_requested, resting, lease_end, skill, push, bytes, counted,
          creation_key, failures)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16,
          decode($17, 'hex'), $18)
        on conflict do nothing returning number`,
    },
    [
      ...[task.id, task.scope, task.contextId].map(toColumn),
      state,
      toTime(status?.timestamp ?? task.createdAt),
      task.events.length,
      times.at(-1),
      task.epoch,
      task.attempts - (task.failures ?? 0),
      task.turn,
      task.cancelRequested,
      task.restsUntil !== undefined,
      toOptionalTime(task.restsUntil),
      skillId === undefined ? null : toColumn(skillId),
      task.pushes.length > 0,
      bytes,
      task.creationKey ?? null,
      task.failures ?? 0,
    ],
  );
  if (made === undefined) {
    const found = { text: `select 1 from ${schema}.task where id = $1` };
    if ((await run(found, [toColumn(task.id)])).length > 0) return false;
    throw new TypeError(
      `Cannot import a task as its creation key must be new: current value is that of task ${task.id}`,
    );
  }
  const { number } = made;
  await blobs.keep(run, number, texts);
  await run(
    {
      text: `insert into ${schema}.event (task_number, seq, time, body)
        select $1, e.seq - 1, e.time, e.body::json
        from unnest($2::bigint[], $3::text[]) with ordinality as e(time, body, seq)`,
    },
    [number, times, texts.map(toBody)],
  );
  await run(
    {
      text: `insert into ${schema}.reply (task_number, reply_key)
        select $1, decode(key, 'hex') from unnest($2::text[]) as key`,
    },
    [number, task.replyKeys],
  );
  for (const push of task.pushes) await writePush(run, { schema, number, push });
  const last = task.events.at(-1)?.event;
  await changeQuestion(run, { schema, taskId: task.id, last, closes: false });
  await run(
    {
      text: `insert into ${schema}.tally (name, shard, value)
        select name, $1, value from unnest($2::text[], $3::bigint[]) as sums(name, value)
        order by name
        on conflict (name, shard) do update set value = tally.value + excluded.value`,
    },
    isTerminalState(state)
      ? [shard, [`bytes:${toColumn(task.scope)}`, `ended:${state}`], [bytes, 1]]
      : [shard, [`bytes:${toColumn(task.scope)}`], [bytes]],
  );
  return true;
}

async function writePush(
  run: Run,
  {
    schema,
    number,
    push,
  }: { readonly schema: string; readonly number: number; readonly push: ArchivedPush },
): Promise<void> {
  const { config, after, failures, failingSince, dueAt, death } = push;
  await run(
    {
      text: `insert into ${schema}.push (task_number, id, config, seq, due, failures, failing_since,
          died_at, reason)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    },
    [
      number,
      toColumn(config.id),
      JSON.stringify(config),
      after,
      toOptionalTime(dueAt),
      failures,
      toOptionalTime(failingSince),
      toOptionalTime(death?.diedAt),
      death?.reason ?? null,
    ],
  );
}

/** Finds the last status in the log of a task, and its time. */
function findStatus(
  events: readonly TaskEvent[],
): { readonly state: TaskStateName; readonly timestamp: string } | undefined {
  const last = events.findLast(({ event }) => event.kind === 'status');
  return last?.event.kind === 'status'
    ? { state: last.event.state, timestamp: last.timestamp }
    : undefined;
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

function toTime(timestamp: string): number {
  return Date.parse(timestamp);
}

function toOptionalTime(timestamp: string | undefined): number | null {
  return timestamp === undefined ? null : Date.parse(timestamp);
}
