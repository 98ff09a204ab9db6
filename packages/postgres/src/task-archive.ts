import type {
  ArchivedPush,
  ArchivedTask,
  ArchiveEntry,
  PushConfig,
  TaskArchive,
  TaskEvent,
  TaskStateName,
} from '@formwork/runtime';
import { TaskDamagedError } from '@formwork/runtime';
import {
  decodeEvent,
  decodeOrigin,
  encodeEvent,
  encodeOrigin,
  type LongTexts,
  toTimestamp,
} from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import { BatchedRead } from './batched-read.ts';
import type { Blobs } from './blobs.ts';
import type { Connection, Run } from './connection.ts';
import { fromBody, fromColumn, fromScopeColumn, toColumn } from './stored-text.ts';
import { OPEN } from './tables.ts';
import { findStatus } from './task-import.ts';
import { TaskImport } from './task-import.ts';

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
export function createTaskArchive(
  connection: Connection,
  parts: {
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
  },
): TaskArchive {
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
  const findTasks = { text: `select id from ${schema}.task where id = any($1::text[])` };
  const imports = new TaskImport(connection, parts);
  // Calls of one turn read together, because a transaction costs far more than another task in it.
  const readOne = new BatchedRead((taskIds) =>
    transact((step) => readWhole(step, schema, taskIds)),
  );
  const isThere = new BatchedRead(async (taskIds) => {
    const rows = await run<{ readonly id: string }>(findTasks, [taskIds.map(toColumn)]);
    return new Map(rows.map(({ id }) => [fromColumn(id), true]));
  });

  return {
    async list(after, limit) {
      await open();
      const rows = await run<Omit<ArchiveEntry, 'taskId'> & { readonly id: string }>(listEntries, [
        after,
        Math.max(0, limit),
      ]);
      return rows.map((row) => ({ place: row.place, taskId: fromColumn(row.id), seq: row.seq }));
    },

    async export(taskId) {
      await open();
      try {
        const rows = await readOne.read(taskId);
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
      if ((await isThere.read(task.id)) === true) return false;
      const texts = [
        encodeOrigin(task),
        ...task.events.map(({ event }) => encodeEvent(event).text),
      ];
      const isNew = await longTexts.write(task.id, texts, (stored) =>
        imports.add({ task, texts: stored }),
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

/** Reads all rows of tasks inside a transaction that locks the tasks; leaves out unknown tasks. */
async function readWhole(
  run: Run,
  schema: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, WholeRows>> {
  const rows = await run<WholeRow>(
    {
      text: `select number, id, scope, context_id, state, seq, epoch, attempts, failures, turn,
          lease_end, resting, cancel_requested, encode(creation_key, 'hex') as creation_key
        from ${schema}.task where id = any($1::text[]) order by number for share`,
    },
    [taskIds.map(toColumn)],
  );
  if (rows.length === 0) return new Map();
  const numbers = [rows.map(({ number }) => number)];
  const events = await run<EventRow & Owned>(
    {
      text: `select task_number, e.seq, time, body::text as body
        from ${schema}.event e join ${schema}.task t on t.number = task_number and e.seq <= t.seq
        where task_number = any($1::bigint[]) order by task_number, e.seq`,
    },
    numbers,
  );
  const replies = await run<{ readonly key: string } & Owned>(
    {
      text: `select task_number, encode(reply_key, 'hex') as key from ${schema}.reply
        where task_number = any($1::bigint[]) order by reply_key`,
    },
    numbers,
  );
  const pushes = await run<PushRow & Owned>(
    {
      text: `select task_number, config, seq, due, failures, failing_since, died_at, reason
        from ${schema}.push where task_number = any($1::bigint[]) order by number`,
    },
    numbers,
  );
  const [eventsOf, repliesOf, pushesOf] = [toOwners(events), toOwners(replies), toOwners(pushes)];
  return new Map(
    rows.map((row) => {
      const { number } = row;
      const replyKeys = (repliesOf.get(number) ?? []).map(({ key }) => key);
      const whole = { row, events: eventsOf.get(number) ?? [], replyKeys };
      return [fromColumn(row.id), { ...whole, pushes: pushesOf.get(number) ?? [] }];
    }),
  );
}

/** A row that belongs to a task. */
interface Owned {
  readonly task_number: number;
}

function toOwners<Row extends Owned>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const rowsByTask = new Map<number, Row[]>();
  for (const row of rows) {
    const taskRows = rowsByTask.get(row.task_number);
    if (taskRows === undefined) rowsByTask.set(row.task_number, [row]);
    else taskRows.push(row);
  }
  return rowsByTask;
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
    const batch = rows.slice(start, start + FETCH_SIZE).map(async (row) => {
      return { ...row, body: await longTexts.load(taskId, fromBody(row.body)) };
    });
    loaded.push(...(await Promise.all(batch)));
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
