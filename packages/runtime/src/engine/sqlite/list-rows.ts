import type { Scope } from '../../scope.ts';
import type Database from 'better-sqlite3';
import { createPageToken, parsePageToken } from '../page-token.ts';
import { checkPageSize, parseTime } from '../requests.ts';
import type {
  AllTasksPage,
  AllTasksQuery,
  StateCounts,
  TaskQuery,
  TaskSummary,
  WaitingQuery,
  WaitingTask,
} from '../task-engine.ts';
import { isTerminalState, type TaskStateName } from '../task-event.ts';
import { prepareLate } from './statements.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import { eventIdOf, toSeq } from './event-id.ts';
import { isLeased, type PlacedRow, positionOf, type TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/** The rows of the tasks on one page of a list. */
interface ListedRows {
  readonly rows: readonly TaskRow[];
  readonly isLastPage: boolean;
  readonly totalSize: number;
}

const UNFINISHED = "state in ('submitted', 'working', 'input-required', 'auth-required')";

/** Makes the function that lists one page of a scope's tasks. */
export function createRowLister(
  database: Database.Database,
): (scope: Scope, query: TaskQuery) => ListedRows {
  return (scope, query) => {
    const { pageSize, pageToken } = query;
    checkPageSize(pageSize);
    const conditions = ['scope = @scope'];
    const values: Record<string, string | number> = { scope: toStoredText(scope) };
    function filter(condition: string, added: typeof values): void {
      conditions.push(condition);
      Object.assign(values, added);
    }

    const position =
      pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
    if (query.contextId !== undefined) {
      filter('context_id = @contextId', { contextId: toStoredText(query.contextId) });
    }
    if (query.state !== undefined) {
      filter('state = @state', { state: query.state });
      // SQLite uses a partial index only if the statement contains the condition of the index.
      if (!isTerminalState(query.state)) conditions.push(UNFINISHED);
    }
    if (query.statusTimestampAfter !== undefined) {
      const since = parseTime(
        query.statusTimestampAfter,
        'Cannot list tasks as statusTimestampAfter',
      );
      filter('status_time >= @since', { since });
    }
    const totalSize = Number(
      database
        .prepare(`select count(*) from task where ${conditions.join(' and ')}`)
        .pluck()
        .get(values),
    );
    if (position !== undefined) {
      filter('status_time <= @time and (status_time < @time or id > @id)', {
        time: Date.parse(position.statusTimestamp),
        id: toStoredText(position.taskId),
      });
    }
    const rows = database
      .prepare<typeof values, TaskRow>(
        `select * from task where ${conditions.join(' and ')}
        order by status_time desc, id limit @limit`,
      )
      .all({ ...values, limit: pageSize + 1 });
    return {
      rows: rows.slice(0, pageSize),
      isLastPage: rows.length <= pageSize,
      totalSize,
    };
  };
}

/**
 * Makes the function that lists one page of the tasks of all scopes, with their leases at a given
 * time.
 */
export function createAllLister(
  database: Database.Database,
): (query: AllTasksQuery, time: number) => AllTasksPage {
  const select = prepareLate<[Record<string, string | number | null>], PlacedRow>(
    database,
    `select *, (select max(event.id) from event
      where event.id < (task.number + 1) * ${eventIdOf(1, 0)}) as last_event
    from task where (@taskId is null or id = @taskId) and (@scope is null or scope = @scope)
      and (@contextId is null or context_id = @contextId) and (@state is null or state = @state)
      and (@skillId is null or skill = @skillId) and (@before is null or status_time < @before)
      and (@time is null or (status_time <= @time and (status_time < @time or id > @id)))
    order by status_time desc, id limit @limit`,
  );
  return (query, time) => {
    const { state = null, pageSize, pageToken, statusTimestampBefore: before } = query;
    checkPageSize(pageSize);
    const position = pageToken === undefined ? undefined : parsePageToken(pageToken, { query });
    const rows = select.all({
      taskId: storeOptional(query.taskId),
      scope: storeOptional(query.scope),
      contextId: storeOptional(query.contextId),
      skillId: storeOptional(query.skillId),
      state,
      before:
        before === undefined
          ? null
          : parseTime(before, 'Cannot list tasks as statusTimestampBefore'),
      time: position === undefined ? null : Date.parse(position.statusTimestamp),
      id: storeOptional(position?.taskId),
      limit: pageSize + 1,
    });
    const page = rows.slice(0, pageSize);
    const tasks = page.map((row) => summarizeRow(row, time));
    const last = page.at(-1);
    if (last === undefined || rows.length <= pageSize) return { tasks };
    return { tasks, nextPageToken: createPageToken(positionOf(last), { query }) };
  };
}

function storeOptional(text: string | undefined): string | null {
  return text === undefined ? null : toStoredText(text);
}

function summarizeRow(row: PlacedRow, time: number): TaskSummary {
  const { lease_end: leaseEnd, skill } = row;
  const end = new Date(leaseEnd ?? 0).toISOString();
  const isResting = row.resting === 1 && leaseEnd !== null && leaseEnd > time;
  return {
    taskId: fromStoredText(row.id),
    scope: fromStoredScope(row.scope),
    contextId: fromStoredText(row.context_id),
    ...(skill !== null && { skillId: fromStoredText(skill) }),
    state: row.state,
    statusTimestamp: new Date(row.status_time).toISOString(),
    seq: toSeq(row.last_event),
    attempts: row.attempts,
    ...(isLeased(row, time) && { leasedUntil: end }),
    ...(isResting && { restsUntil: end }),
    cancelRequested: row.cancel_requested === 1,
  };
}

/** Makes the function that lists the tasks of all scopes that wait for their callers. */
export function createWaitingLister(
  database: Database.Database,
  store: Pick<TaskStore, 'getLastSeq'>,
): (query: WaitingQuery) => readonly WaitingTask[] {
  const select = prepareLate<[number, number], TaskRow>(
    database,
    `select * from task where state in ('input-required', 'auth-required') and status_time < ?
    order by status_time, number limit ?`,
  );
  return ({ before, limit }) => {
    const time = parseTime(before, 'Cannot list waiting tasks as before');
    return select.all(time, Math.max(0, limit)).map((row) => ({
      taskId: fromStoredText(row.id),
      scope: fromStoredScope(row.scope),
      contextId: fromStoredText(row.context_id),
      seq: store.getLastSeq(row),
    }));
  };
}

/**
 * Makes the function that counts the tasks of all scopes by state: unfinished tasks by their short
 * indexes, finished ones by a table of counts.
 */
export function createStateCounter(database: Database.Database): () => StateCounts {
  const select = prepareLate<[], { readonly state: TaskStateName; readonly count: number }>(
    database,
    `select state, count(*) as count from task indexed by task_claim
    where state in ('submitted', 'working') group by state
    union all
    select state, count(*) from task indexed by task_waiting
    where state in ('input-required', 'auth-required') group by state
    union all
    select state, count from ended`,
  );
  return () => Object.fromEntries(select.all().map(({ state, count }) => [state, count]));
}
