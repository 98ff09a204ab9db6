import type { Scope, TaskEvent, TaskSnapshot, TaskStateName } from '@formwork/runtime';
import { TaskDamagedError } from '@formwork/runtime';
import {
  createBlankSnapshot,
  type CachedSnapshot,
  SnapshotCache,
  decodeEvent,
  decodeOrigin,
  foldEvents,
  type LongTexts,
  toTimestamp,
} from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import type { Connection, Run } from './connection.ts';
import { fromBody, fromScopeColumn, fromColumn, toColumn } from './stored-text.ts';

/**
 * The result of a search for a task: its snapshot, an error if it is damaged, or `undefined` if
 * there is no such task.
 */
type ReadSnapshot = TaskSnapshot | TaskDamagedError | undefined;

interface EventRow {
  readonly seq: number;
  readonly time: number;
  readonly body: string;
}

interface TaskRow {
  readonly number: number;
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
  readonly state: TaskStateName;
  readonly last_seq: number;
}

/** A row of a task joined with one event of its log; its columns are null if there is no such event. */
type JoinedRow = TaskRow & { readonly [Key in keyof EventRow]: EventRow[Key] | null };

/**
 * A snapshot in memory, with the time of its last event. A database that failed over to a standby
 * may have lost that event, and another one may stand at its position: its time tells the two apart.
 */
interface KnownSnapshot extends CachedSnapshot {
  /** In milliseconds since 1970. */
  readonly time: number;
}

/** The largest number of tasks whose numbers stay in memory; the cache holds fewer snapshots. */
const MAX_NUMBERS = 2_000;

/** The largest number of blobs that a read of a task loads from the blob store at the same time. */
const FETCH_SIZE = 8;

/**
 * Reads tasks, as snapshots or with their whole logs. All methods reject with `TaskDamagedError` if
 * a task is damaged.
 */
export class TaskReader {
  readonly #run: Run;
  readonly #longTexts: Pick<LongTexts, 'load'>;
  readonly #cache = new SnapshotCache<KnownSnapshot>();
  /** The numbers of the tasks whose snapshots may be cached, by the tasks' ids. */
  readonly #numbers = new Map<string, number>();
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ schema, prepare, run }: Connection, longTexts: Pick<LongTexts, 'load'>) {
    this.#run = run;
    this.#longTexts = longTexts;
    this.#statements = prepareStatements({ schema, prepare });
  }

  /**
   * Returns the present snapshots of a scope's tasks, in the order of the ids. Reads only the
   * events since the snapshot that is in memory.
   */
  async getSnapshots(scope: Scope, taskIds: readonly string[]): Promise<readonly ReadSnapshot[]> {
    const cachedSnapshots = taskIds.map((taskId) => this.#findKnown(taskId));
    const rows = await this.#run<JoinedRow>(this.#statements.selectSince, [
      taskIds.map(toColumn),
      taskIds.map((taskId) => this.#numbers.get(taskId) ?? null),
      cachedSnapshots.map((cached) => cached?.snapshot.seq ?? -1),
      toColumn(scope),
      cachedSnapshots.map((cached) => cached?.time ?? 0),
    ]);
    const byId = new Map<string, JoinedRow[]>();
    for (const row of rows) {
      const taskRows = byId.get(fromColumn(row.id)) ?? [];
      byId.set(fromColumn(row.id), taskRows);
      taskRows.push(row);
    }
    return Promise.all(
      taskIds.map(async (taskId, index) => {
        const [task, ...eventRows] = byId.get(taskId) ?? [];
        if (task === undefined) return undefined;
        try {
          return await this.#fold(
            { cached: cachedSnapshots[index], rows: [task, ...eventRows] },
            task,
          );
        } catch (error) {
          if (!(error instanceof TaskDamagedError)) throw error;
          if (cachedSnapshots[index] === undefined) {
            return (await this.#isGone(scope, taskId)) ? undefined : error;
          }
          // The snapshot in memory may be of a database that went back to an earlier state.
          this.#cache.remove(task.number);
          return (await this.getSnapshots(scope, [taskId]))[0];
        }
      }),
    );
  }

  async readEvents(
    scope: Scope,
    taskId: string,
    {
      after,
      limit,
    }: {
      readonly after: number;
      readonly limit: number;
    },
  ): Promise<readonly TaskEvent[]> {
    if (limit <= 0) return [];
    const from = Math.max(0, after);
    const rows = await this.#run<EventRow>(this.#statements.selectPage, [
      toColumn(taskId),
      toColumn(scope),
      from,
      limit,
    ]);
    try {
      return await guard(taskId, async () => {
        for (const [index, { seq }] of rows.entries()) {
          if (seq !== from + index + 1) throw new TaskDamagedError(taskId);
        }
        return (await this.#loadTexts(taskId, rows)).map(readEvent);
      });
    } catch (error) {
      if (error instanceof TaskDamagedError && (await this.#isGone(scope, taskId))) return [];
      throw error;
    }
  }

  /**
   * Returns true if a task is no longer there. If it was deleted after its rows were read, its blobs
   * may be gone: then it is not damaged.
   */
  async #isGone(scope: Scope, taskId: string): Promise<boolean> {
    const rows = await this.#run<Pick<TaskRow, 'id'>>(this.#statements.selectKept, [
      toColumn(taskId),
      toColumn(scope),
    ]);
    return rows.length === 0;
  }

  async #loadTexts(taskId: string, rows: readonly EventRow[]): Promise<readonly EventRow[]> {
    if (!rows.some(({ body }) => body.startsWith('"'))) return rows;
    const loaded: EventRow[] = [];
    for (let start = 0; start < rows.length; start += FETCH_SIZE) {
      const batch = rows.slice(start, start + FETCH_SIZE).map(async (row) => {
        return { ...row, body: await this.#longTexts.load(taskId, fromBody(row.body)) };
      });
      loaded.push(...(await Promise.all(batch)));
    }
    return loaded;
  }

  /** Returns the snapshot of a task: that from memory, with the events that were read since. */
  async #fold(
    {
      cached,
      rows: joined,
    }: {
      readonly cached: KnownSnapshot | undefined;
      readonly rows: readonly JoinedRow[];
    },
    task: TaskRow,
  ): Promise<TaskSnapshot> {
    const taskId = fromColumn(task.id);
    return guard(taskId, async () => {
      const rows = await this.#loadTexts(taskId, joined.flatMap(readJoined));
      const [first] = rows;
      // Event 0 was read again: the task was deleted, and another one made with the same id; or the
      // database lost the last event that the snapshot contains.
      const isOutdated = first?.seq === 0 && cached !== undefined;
      if (isOutdated) this.#cache.remove(task.number);
      const before = isOutdated ? undefined : cached;
      const start = before?.snapshot ?? createOrigin(task, first);
      const events = before === undefined ? rows.slice(1) : rows;
      if (events.some(({ seq }, index) => seq !== start.seq + index + 1)) {
        throw new TaskDamagedError(taskId);
      }
      const snapshot = foldEvents(start, events.map(readEvent));
      if (snapshot.seq !== task.last_seq || snapshot.state !== task.state) {
        throw new TaskDamagedError(taskId);
      }
      const size = rows.reduce((sum, { body }) => sum + body.length, before?.size ?? 0);
      const time = rows.at(-1)?.time ?? before?.time ?? 0;
      this.#cache.set(task.number, { snapshot, size, time });
      this.#keepNumber(taskId, task.number);
      return snapshot;
    });
  }

  #keepNumber(taskId: string, number: number): void {
    this.#numbers.delete(taskId);
    this.#numbers.set(taskId, number);
    for (const oldest of this.#numbers.keys()) {
      if (this.#numbers.size <= MAX_NUMBERS) break;
      this.#numbers.delete(oldest);
    }
  }

  #findKnown(taskId: string): KnownSnapshot | undefined {
    const number = this.#numbers.get(taskId);
    const cached = number === undefined ? undefined : this.#cache.get(number);
    if (cached === undefined) this.#numbers.delete(taskId);
    return cached;
  }
}

/** Prepares the statements of {@link TaskReader}. */
function prepareStatements({ schema, prepare }: Pick<Connection, 'schema' | 'prepare'>) {
  return {
    selectSince: prepare(
      'read_since',
      `select t.number, t.id, t.scope, t.context_id, t.state, t.seq as last_seq,
      e.seq, e.time, e.body::text as body
    from unnest($1::text[], $2::bigint[], $3::int[], $5::bigint[]) as i(id, number, after, time)
    cross join lateral (
      select number, id, scope, context_id, state, seq from ${schema}.task t
      where t.id = i.id and t.scope = $4 offset 0
    ) t
    left join lateral (
      select seq, time, body from ${schema}.event e
      where e.task_number = t.number and e.seq <= t.seq
        and e.seq > case when t.number = i.number and exists (
          select from ${schema}.event k
          where k.task_number = t.number and k.seq = i.after and k.time = i.time
        ) then i.after else -1 end
      order by e.seq offset 0
    ) e on true`,
    ),
    selectPage: prepare(
      'read_page',
      `select e.seq, e.time, e.body::text as body
    from (select number, seq from ${schema}.task where id = $1 and scope = $2 offset 0) t
    cross join lateral (
      select seq, time, body from ${schema}.event e
      where e.task_number = t.number and e.seq > $3 and e.seq <= t.seq
      order by e.seq limit $4
    ) e order by e.seq`,
    ),
    selectKept: prepare('read_kept', `select id from ${schema}.task where id = $1 and scope = $2`),
  };
}

function createOrigin(task: TaskRow, origin: EventRow | undefined): TaskSnapshot {
  const ids = { id: fromColumn(task.id), contextId: fromColumn(task.context_id) };
  if (origin === undefined) throw new TaskDamagedError(ids.id);
  const creation = {
    ...ids,
    scope: fromScopeColumn(task.scope),
    ...decodeOrigin(origin.body, ids),
  };
  return createBlankSnapshot(creation, toTimestamp(origin.time));
}

function readJoined({ seq, time, body }: JoinedRow): readonly EventRow[] {
  return seq === null || time === null || body === null ? [] : [{ seq, time, body }];
}

function readEvent({ seq, time, body }: EventRow): TaskEvent {
  return { seq, timestamp: toTimestamp(time), event: decodeEvent(body) };
}

/** Calls a function that reads rows, and turns its errors into `TaskDamagedError`. */
async function guard<Value>(taskId: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof FormworkError ? error : new TaskDamagedError(taskId, { cause: error });
  }
}
