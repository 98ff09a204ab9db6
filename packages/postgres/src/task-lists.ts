import type {
  AllTasksPage,
  AllTasksQuery,
  QueuedTask,
  Scope,
  StateCounts,
  TaskQuery,
  TaskStateName,
  TaskSummary,
  WaitingQuery,
  WaitingTask,
} from '@formwork/runtime';
import {
  fitPage,
  MAX_QUEUED,
  checkPageSize,
  createPageToken,
  parsePageToken,
  parseTime,
  type Pruning,
  toTimestamp,
} from '@formwork/runtime/internal';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { BatchedRead } from './batched-read.ts';
import type { Connection, Run } from './connection.ts';
import { fromScopeColumn, fromColumn, toColumn } from './stored-text.ts';
import { OPEN, type Tables } from './tables.ts';
import { deleteTasks } from './task-changes.ts';

/** The largest number of tasks that one transaction deletes, so that no transaction takes long. */
const PRUNED_AT_ONCE = 200;

const FINISHED = "state in ('completed', 'failed', 'canceled', 'rejected')";

/**
 * Finds, counts, lists and prunes tasks by the columns of their rows, without reading their logs.
 */
export class TaskLists {
  readonly #schema: string;
  readonly #database: Kysely<Tables>;
  readonly #run: Run;
  readonly #transact: <Value>(work: (run: Run) => Promise<Value>) => Promise<Value>;
  readonly #guard: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly #shard: number;
  /** Reads the sums over all rows of a name. */
  readonly #sums: BatchedRead<number>;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ schema, database, run, transact, prepare, guard }: Connection, shard: number) {
    this.#schema = schema;
    this.#database = database;
    this.#run = run;
    this.#transact = transact;
    this.#guard = guard;
    this.#shard = shard;
    this.#statements = prepareStatements({ schema, prepare });
    this.#sums = new BatchedRead(async (names) => {
      const rows = await run<Sum & { readonly name: string }>(this.#statements.readSums, [names]);
      return new Map(rows.map(({ name, value }) => [name, value]));
    });
  }

  /** Lists one page; the query has no text. */
  async list(
    scope: Scope,
    query: TaskQuery,
  ): Promise<{
    readonly taskIds: readonly string[];
    readonly nextPageToken?: string;
    readonly totalSize: number;
  }> {
    checkPageSize(query.pageSize);
    const selected = select(this.#database, scope, query);
    const position =
      query.pageToken === undefined ? undefined : parsePageToken(query.pageToken, { scope, query });
    const isOldestFirst = query.order === 'oldest-first';
    let page = selected
      .select(['id', 'status_time', 'bytes'])
      .orderBy('status_time', isOldestFirst ? 'asc' : 'desc')
      .orderBy('id')
      .limit(query.pageSize + 1);
    if (position !== undefined) {
      const time = Date.parse(position.statusTimestamp);
      page = page.where((is) =>
        is.or([
          is('status_time', isOldestFirst ? '>' : '<', time),
          is.and([is('status_time', '=', time), is('id', '>', toColumn(position.taskId))]),
        ]),
      );
    }
    const [rows, [total]] = await this.#guard(() =>
      Promise.all([
        page.execute(),
        selected.select(({ fn }) => fn.countAll<number>().as('count')).execute(),
      ]),
    );
    const pageRows = fitPage(rows.slice(0, query.pageSize));
    const last = pageRows.at(-1);
    const listed = {
      taskIds: pageRows.map(({ id }) => fromColumn(id)),
      totalSize: total?.count ?? 0,
    };
    if (last === undefined || pageRows.length === rows.length) return listed;
    const end = {
      statusTimestamp: toTimestamp(last.status_time),
      taskId: fromColumn(last.id),
    };
    return { ...listed, nextPageToken: createPageToken(end, { scope, query }) };
  }

  /** Counts the tasks that a query selects without its text. */
  async count(scope: Scope, query: TaskQuery): Promise<number> {
    const [total] = await this.#guard(() =>
      select(this.#database, scope, query)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .execute(),
    );
    return total?.count ?? 0;
  }

  async listWaiting({ before, limit }: WaitingQuery): Promise<readonly WaitingTask[]> {
    const time = parseTime(before, 'Cannot list waiting tasks because before');
    const rows = await this.#guard(() =>
      this.#database
        .selectFrom('task')
        .select(['id', 'scope', 'context_id', 'seq'])
        .where('state', 'in', ['input-required', 'auth-required'])
        .where('status_time', '<', time)
        .orderBy('status_time')
        .orderBy('number')
        .limit(Math.max(0, limit))
        .execute(),
    );
    return rows.map(({ id, scope, context_id, seq }) => ({
      taskId: fromColumn(id),
      scope: fromScopeColumn(scope),
      contextId: fromColumn(context_id),
      seq,
    }));
  }

  async listAll(query: AllTasksQuery): Promise<AllTasksPage> {
    const { state, pageSize, pageToken, statusTimestampBefore: before } = query;
    checkPageSize(pageSize);
    const end =
      before === undefined
        ? undefined
        : parseTime(before, 'Cannot list tasks because statusTimestampBefore');
    const position = pageToken === undefined ? undefined : parsePageToken(pageToken, { query });
    const rows = await this.#run<SummaryRow>(this.#statements.selectAll, [
      ...[query.taskId, query.scope, query.contextId].map(toOptionalColumn),
      state,
      toOptionalColumn(query.skillId),
      end,
      position && Date.parse(position.statusTimestamp),
      toOptionalColumn(position?.taskId),
      pageSize + 1,
    ]);
    const tasks = rows.slice(0, pageSize).map(readSummary);
    const last = tasks.at(-1);
    if (last === undefined || rows.length <= pageSize) return { tasks };
    return { tasks, nextPageToken: createPageToken(last, { query }) };
  }

  /**
   * Ends the waiting time of a task that a runner put off. Returns false if the scope has no such
   * task, or no runner put it off.
   */
  async wake(scope: Scope, taskId: string): Promise<boolean> {
    const rows = await this.#run(this.#statements.endRest, [toColumn(taskId), toColumn(scope)]);
    return rows.length > 0;
  }

  async findLongestQueued(): Promise<QueuedTask | undefined> {
    const [row] = await this.#run<
      Pick<SummaryRow, 'id' | 'scope' | 'skill'> & {
        readonly waited: number;
      }
    >(this.#statements.selectQueued, [MAX_QUEUED]);
    if (row === undefined) return undefined;
    return {
      taskId: fromColumn(row.id),
      scope: fromScopeColumn(row.scope),
      ...(row.skill !== null && { skillId: fromColumn(row.skill) }),
      waitedMs: Math.max(0, row.waited),
    };
  }

  async countStates(): Promise<StateCounts> {
    const rows = await this.#run<Sum & { readonly name: string }>(this.#statements.countStates, []);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  async countBytes(scope: Scope): Promise<number> {
    return (await this.#sums.read(`bytes:${toColumn(scope)}`)) ?? 0;
  }

  /** Returns the time in milliseconds since 1970, by the clock of the database. */
  async readClock(): Promise<number> {
    const [sum] = await this.#run<Sum>({ text: `select ${this.#schema}.now_ms() as value` }, []);
    return sum?.value ?? 0;
  }

  async findScope(taskId: string): Promise<Scope | undefined> {
    const rows = await this.#guard(() =>
      this.#database
        .selectFrom('task')
        .select('scope')
        .where('id', '=', toColumn(taskId))
        .execute(),
    );
    return rows[0] && fromScopeColumn(rows[0].scope);
  }

  /** Deletes finished tasks, the oldest first, and returns their ids. */
  async prune(pruning: Pruning): Promise<readonly string[]> {
    const pruned: string[] = [];
    while (pruned.length < pruning.limit) {
      const batchSize = Math.min(PRUNED_AT_ONCE, pruning.limit - pruned.length);
      const { chosen, ids } = await this.#pruneSome(pruning, batchSize);
      pruned.push(...ids.map(fromColumn));
      if (chosen === 0) break;
    }
    return pruned;
  }

  async #pruneSome(
    { before, keep }: Pruning,
    limit: number,
  ): Promise<
    Pick<PrunedRow, 'chosen'> & {
      readonly ids: readonly string[];
    }
  > {
    return this.#transact(async (step) => {
      const isKept = Number.isFinite(keep);
      if (isKept) await step(this.#statements.lockCount, [this.#schema]);
      const values = [before, isKept ? keep : null, limit];
      const [row] = await step<PrunedRow>(this.#statements.selectPruned, values);
      const { chosen = 0, numbers = [] } = row ?? {};
      if (numbers.length === 0) return { chosen, ids: [] };
      return {
        chosen,
        ids: await deleteTasks(step, { schema: this.#schema, shard: this.#shard, numbers }),
      };
    });
  }
}

/** Prepares the statements of {@link TaskLists}. */
function prepareStatements({ schema, prepare }: Pick<Connection, 'schema' | 'prepare'>) {
  return {
    readSums: prepare(
      'read_sums',
      `select name, sum(value)::bigint as value from ${schema}.tally
      where name = any($1::text[]) group by name`,
    ),
    countStates: {
      text: `select state as name, count(*) as value from ${schema}.task
      where state in ('submitted', 'working') group by state
      union all
      select state, count(*) from ${schema}.task
      where state in ('input-required', 'auth-required') group by state
      union all
      select substr(name, 7), sum(value)::bigint from ${schema}.tally
      where name in ('ended:completed', 'ended:failed', 'ended:canceled', 'ended:rejected')
      group by name`,
    },
    // Who keeps a number of tasks waits here for the others, because what another transaction is about
    // to delete still counts.
    lockCount: prepare(
      'lock_finished_count',
      `select pg_advisory_xact_lock(hashtextextended($1::text || ' finished', 0))`,
    ),
    // The count and the choice are of one moment. Tasks that others delete meanwhile are not replaced
    // by newer ones, because the limit counts before the lock. Each row is locked on its own, because
    // a plan for many could read the whole table.
    selectPruned: {
      text: `with ended as materialized (
        select coalesce(sum(value), 0) as count from ${schema}.tally
        where name in ('ended:completed', 'ended:failed', 'ended:canceled', 'ended:rejected')
      ), oldest as materialized (
        select number, row_number() over (order by status_time, number) as place from (
          select number, status_time from ${schema}.task where ${FINISHED}
          order by status_time, number limit $3
        ) o
      ), chosen as materialized (
        select number from oldest, ended where place <= count - $2::bigint
        union
        (select number from ${schema}.task where ${FINISHED} and status_time < $1
          order by status_time, number limit $3)
      ), locked as materialized (
        select t.number from (select number from chosen order by number) c
        cross join lateral (
          select number from ${schema}.task where number = c.number for update
        ) t
      )
      select (select count(*) from chosen) as chosen, array(select number from locked) as numbers`,
    },
    selectAll: {
      text: `select id, scope, context_id, skill, state, status_time, seq, attempts + failures as attempts,
        lease_end, resting, cancel_requested, ${schema}.now_ms() as now
      from ${schema}.task
      where ($1::text is null or id = $1) and ($2::text is null or scope = $2)
        and ($3::text is null or context_id = $3) and ($4::text is null or state = $4)
        and ($5::text is null or skill = $5) and ($6::bigint is null or status_time < $6)
        and ($7::bigint is null or status_time < $7 or (status_time = $7 and id > $8))
      order by status_time desc, id limit $9`,
    },
    selectQueued: {
      text: `select id, scope, skill, (now - since)::bigint as waited from (
        select * from (select id, scope, skill, status_time as since, ${schema}.now_ms() as now
          from ${schema}.task where ${OPEN} and lease_end is null order by turn, number limit $1) a
        union all
        select * from (select id, scope, skill, lease_end as since, ${schema}.now_ms() as now
          from ${schema}.task where ${OPEN} and lease_end <= ${schema}.now_ms()
          order by lease_end limit $1) b
      ) queued order by since limit 1`,
    },
    endRest: {
      text: `update ${schema}.task set lease_end = least(lease_end, ${schema}.now_ms())
      where id = $1 and scope = $2 and resting and lease_end is not null returning number`,
    },
  };
}

interface Sum {
  readonly value: number;
}

interface PrunedRow {
  /** The number of tasks that were to be deleted when the statement began. */
  readonly chosen: number;
  /** The numbers of those that no other process has deleted meanwhile. */
  readonly numbers: readonly number[];
}

interface SummaryRow {
  readonly id: string;
  readonly scope: string;
  readonly context_id: string;
  readonly skill: string | null;
  readonly state: TaskStateName;
  readonly status_time: number;
  readonly seq: number;
  readonly attempts: number;
  readonly lease_end: number | null;
  readonly resting: boolean;
  readonly cancel_requested: boolean;
  readonly now: number;
}

function readSummary(row: SummaryRow): TaskSummary {
  const end = row.lease_end !== null && row.lease_end > row.now ? row.lease_end : undefined;
  return {
    taskId: fromColumn(row.id),
    scope: fromScopeColumn(row.scope),
    contextId: fromColumn(row.context_id),
    ...(row.skill !== null && { skillId: fromColumn(row.skill) }),
    state: row.state,
    statusTimestamp: toTimestamp(row.status_time),
    seq: row.seq,
    attempts: row.attempts,
    ...(end !== undefined && {
      [row.resting ? 'restsUntil' : 'leasedUntil']: toTimestamp(end),
    }),
    cancelRequested: row.cancel_requested,
  };
}

function toOptionalColumn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toColumn(text);
}

/** Selects the tasks of a scope that match the filters of a query. */
function select(
  database: Kysely<Tables>,
  scope: Scope,
  query: TaskQuery,
): SelectQueryBuilder<Tables, 'task', object> {
  const { contextId, skillId, state, statusTimestampAfter, statusTimestampBefore } = query;
  let selected = database.selectFrom('task').where('scope', '=', toColumn(scope));
  if (contextId !== undefined) selected = selected.where('context_id', '=', toColumn(contextId));
  if (skillId !== undefined) selected = selected.where('skill', '=', toColumn(skillId));
  if (state !== undefined) selected = selected.where('state', '=', state);
  if (statusTimestampAfter !== undefined) {
    const since = parseTime(statusTimestampAfter, 'Cannot list tasks because statusTimestampAfter');
    selected = selected.where('status_time', '>=', since);
  }
  if (statusTimestampBefore !== undefined) {
    const end = parseTime(statusTimestampBefore, 'Cannot list tasks because statusTimestampBefore');
    selected = selected.where('status_time', '<', end);
  }
  return selected;
}
