import type { Scope } from '../../scope.ts';
import type { SqliteDatabase, SqliteStatement } from '../../sqlite/sqlite-database.ts';
import { createPageToken, type PagePosition, parsePageToken } from '../page-token.ts';
import { MAX_QUEUED, type QueuedTask } from '../queued-task.ts';
import { checkPageSize, parseTime, toTimestamp } from '../requests.ts';
import { fromStoredScope, fromStoredText, toStoredText } from '../stored/stored-text.ts';
import type {
  AllTasksPage,
  AllTasksQuery,
  StateCounts,
  TaskQuery,
  TaskSummary,
  WaitingQuery,
  WaitingTask,
} from '../task-engine.ts';
import { isTerminalState, TASK_STATES, type TaskStateName } from '../task-event.ts';
import type { RowWord } from '../text-folding.ts';
import type { SearchedRow } from '../text-search.ts';
import { eventIdOf, toSeq } from './event-id.ts';
import { createIdIndex } from './id-index.ts';
import {
  type RowSelection,
  writeCountStatement,
  writeFollows,
  writeOrder,
  writePageStatement,
} from './page-rows.ts';
import { prepareLateStatement } from './statements.ts';
import { isLeased, type PlacedRow, positionOf, type TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/** The numbers of a scope's tasks that have ended, by state. */
type EndedCounts = Readonly<Record<string, number>>;

const UNFINISHED_STATES = TASK_STATES.filter((state) => !isTerminalState(state));

const LAST_EVENT = `(select max(event.id) from event
  where event.id < (task.number + 1) * ${eventIdOf(1, 0)}) as last_event`;

/** The values of a statement by their names. */
type Values = Readonly<Record<string, string | number>>;

/**
 * Makes the function that prepares a statement, or returns the one that was prepared for the same
 * SQL. There are only as many texts as combinations of filters.
 */
function createStatements<Row>(
  database: SqliteDatabase,
): (sql: string) => SqliteStatement<[Values], Row> {
  const prepared = new Map<string, SqliteStatement<[Values], Row>>();
  return (sql) => {
    const statement = prepared.get(sql) ?? database.prepare<[Values], Row>(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

/** The beginning of the message about a time that cannot be read. */
const BEFORE = 'Cannot list tasks because statusTimestampBefore';

/** A row that a search looks at. */
interface SearchedTaskRow extends SearchedRow {
  readonly id: string;
  readonly statusTime: number;
}

/** Lists the tasks of a scope by the columns of their rows. */
export interface RowLister {
  /** Lists one page; the query has no text. */
  readonly list: (
    scope: Scope,
    query: TaskQuery,
  ) => {
    readonly rows: readonly TaskRow[];
    readonly isLastPage: boolean;
    readonly totalSize: number;
  };
  /** Counts the tasks that a query selects without its text. */
  readonly count: (scope: Scope, query: TaskQuery) => number;
  /** Reads the rows after a position, and says of each whether its log has the word of a search. */
  readonly search: (
    scope: Scope,
    query: TaskQuery,
    page: {
      readonly row: RowWord;
      readonly after: PagePosition | undefined;
      readonly limit: number;
    },
  ) => readonly SearchedTaskRow[];
}

/** The bytes of the longest event without any text of a caller or an agent. */
const BARE_STATUS = '{"kind":"status","state":"input-required"}'.length;

/**
 * Writes the condition of rows whose log has the word `@word`, or a part in a blob store. SQLite's
 * own functions are used, because calling one of this program for every row takes longer. Each of
 * `count` forms `@form0` of letters beyond ASCII has its letter `@letter0`.
 */
function writeWordCondition(count: number): string {
  const folded = Array.from({ length: count }, (_, index) => index).reduce(
    (text, index) => `replace(${text}, @form${index}, @letter${index})`,
    'lower(event.text)',
  );
  return `exists (select 1 from event
    where event.id >= task.number * ${eventIdOf(1, 0)}
    and event.id < (task.number + 1) * ${eventIdOf(1, 0)}
    and (octet_length(event.text) > ${BARE_STATUS} and instr(${folded}, @word) > 0
    or substr(event.text, 1, 1) = '@'))`;
}

/** Makes the functions that list and search the tasks of a scope. */
export function createRowLister(database: SqliteDatabase): RowLister {
  const prepareCount = createStatements<{ readonly total: number }>(database);
  const preparePage = createStatements<TaskRow>(database);
  const prepareSearch = createStatements<
    Pick<TaskRow, 'id' | 'status_time'> & { readonly is_hit: number }
  >(database);
  const countEnded = prepareLateStatement<[string], EndedCounts>(
    database,
    'select completed, failed, canceled, rejected from usage where scope = ?',
  );

  /**
   * Counts the selected tasks. Those that have ended are not counted one by one unless a filter
   * needs it, because a caller may have a million.
   */
  function count(selection: RowSelection, values: Values): number {
    const { state, conditions } = selection;
    const countState = (stateName: TaskStateName | undefined): number =>
      prepareCount(writeCountStatement({ ...selection, state: stateName })).get(values)?.total ?? 0;
    if (conditions.length > 0) return countState(state);
    if (state !== undefined && !isTerminalState(state)) return countState(state);
    const ended = countEnded.get(String(values['scope'])) ?? {};
    if (state !== undefined) return ended[state] ?? 0;
    return [...UNFINISHED_STATES.map(countState), ...Object.values(ended)].reduce(
      (sum, stateCount) => sum + stateCount,
      0,
    );
  }

  return {
    count(scope, query) {
      const { selection, values } = selectTasks(scope, query);
      return count(selection, values);
    },
    list(scope, query) {
      const { pageSize, pageToken } = query;
      checkPageSize(pageSize);
      const position =
        pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
      const wholeSelection = selectTasks(scope, query);
      const totalSize = count(wholeSelection.selection, wholeSelection.values);
      const { selection, values } = follow(wholeSelection, position);
      const statement = writePageStatement('*', selection);
      const rows = preparePage(statement).all({ ...values, limit: pageSize + 1 });
      return { rows: rows.slice(0, pageSize), isLastPage: rows.length <= pageSize, totalSize };
    },
    search(scope, query, { row: { word, forms }, after, limit }) {
      const { selection, values } = follow(selectTasks(scope, query), after);
      // The limit counts the rows that are looked at, so that no statement blocks for long.
      const pairs = [...forms].flatMap(([letter, letterForms]) =>
        letterForms.map((form) => [form, letter]),
      );
      const letters = pairs.flatMap(([form = '', letter = ''], index) => [
        [`form${index}`, form],
        [`letter${index}`, letter],
      ]);
      // Most rows are not hits, so only what a place in the list needs is read of each.
      const page = writePageStatement('number, id, status_time', selection);
      const statement = `select id, status_time, ${writeWordCondition(pairs.length)} as is_hit
        from (${page}) as task order by ${writeOrder(selection)}`;
      return prepareSearch(statement)
        .all({ ...values, ...Object.fromEntries(letters), word, limit })
        .map(({ id, status_time: statusTime, is_hit: isHit }) => {
          return { id: fromStoredText(id), statusTime, isHit: isHit === 1 };
        });
    },
  };
}

/** The tasks that a statement selects, and the values of its conditions. */
interface SelectedTasks {
  readonly selection: RowSelection;
  readonly values: Values;
}

/** Selects the tasks of a scope that the filters of a query describe, apart from its text. */
function selectTasks(scope: Scope, query: TaskQuery): SelectedTasks {
  const { contextId, skillId, state, statusTimestampAfter, statusTimestampBefore } = query;
  const { order = 'newest-first' } = query;
  const conditions: string[] = [];
  const values: Record<string, string | number> = { scope: toStoredText(scope) };
  if (contextId !== undefined) {
    conditions.push('context_id = @contextId');
    values['contextId'] = toStoredText(contextId);
  }
  if (skillId !== undefined) {
    conditions.push('skill = @skillId');
    values['skillId'] = toStoredText(skillId);
  }
  if (statusTimestampAfter !== undefined) {
    conditions.push('status_time >= @since');
    values['since'] = parseTime(
      statusTimestampAfter,
      'Cannot list tasks because statusTimestampAfter',
    );
  }
  if (statusTimestampBefore !== undefined) {
    conditions.push('status_time < @before');
    values['before'] = parseTime(statusTimestampBefore, BEFORE);
  }
  return {
    selection: { hasScope: true, isNarrow: contextId !== undefined, state, order, conditions },
    values,
  };
}

/** Selects only the tasks that come after a position. */
function follow(
  { selection, values }: SelectedTasks,
  position: PagePosition | undefined,
): SelectedTasks {
  if (position === undefined) return { selection, values };
  return {
    selection: { ...selection, conditions: [...selection.conditions, writeFollows(selection)] },
    values: {
      ...values,
      time: Date.parse(position.statusTimestamp),
      id: toStoredText(position.taskId),
    },
  };
}

/**
 * Makes the function that lists one page of the tasks of all scopes, with their leases at a given
 * time.
 */
export function createAllLister(
  database: SqliteDatabase,
): (query: AllTasksQuery, time: number) => AllTasksPage {
  const prepare = createStatements<PlacedRow>(database);
  const ids = createIdIndex(database);
  return (query, time) => {
    const { taskId, scope, contextId, skillId, state, pageSize, pageToken } = query;
    const { statusTimestampBefore: before } = query;
    checkPageSize(pageSize);
    const position = pageToken === undefined ? undefined : parsePageToken(pageToken, { query });
    const texts = Object.entries({ taskId, contextId, skillId, scope }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, toStoredText(text)] as const],
    );
    const columns: Readonly<Record<string, string>> = {
      taskId: 'id = @taskId',
      contextId: 'context_id = @contextId',
      skillId: 'skill = @skillId',
    };
    const conditions = texts.flatMap(([name]) => columns[name] ?? []);
    if (before !== undefined) conditions.push('status_time < @before');
    const order = 'newest-first';
    if (position !== undefined) conditions.push(writeFollows({ order }));
    const selection = {
      hasScope: scope !== undefined,
      isNarrow: taskId !== undefined || contextId !== undefined,
      state,
      order,
      conditions,
    } as const;
    const rows = prepare(writePageStatement(`*, ${LAST_EVENT}`, selection)).all({
      ...Object.fromEntries(texts),
      ...(before !== undefined && {
        before: parseTime(before, BEFORE),
      }),
      ...(position !== undefined && {
        time: Date.parse(position.statusTimestamp),
        id: toStoredText(position.taskId),
      }),
      limit: pageSize + 1,
    });
    if (taskId !== undefined) ids.check(toStoredText(taskId), rows[0]);
    const page = rows.slice(0, pageSize);
    const tasks = page.map((row) => summarizeRow(row, time));
    const last = page.at(-1);
    if (last === undefined || rows.length <= pageSize) return { tasks };
    return { tasks, nextPageToken: createPageToken(positionOf(last), { query }) };
  };
}

function summarizeRow(row: PlacedRow, time: number): TaskSummary {
  const { lease_end: leaseEnd, skill } = row;
  const end = toTimestamp(leaseEnd ?? 0);
  const isResting = row.resting === 1 && leaseEnd !== null && leaseEnd > time;
  return {
    taskId: fromStoredText(row.id),
    scope: fromStoredScope(row.scope),
    contextId: fromStoredText(row.context_id),
    ...(skill !== null && { skillId: fromStoredText(skill) }),
    state: row.state,
    statusTimestamp: toTimestamp(row.status_time),
    seq: toSeq(row.last_event),
    attempts: row.attempts + row.failures,
    ...(isLeased(row, time) && { leasedUntil: end }),
    ...(isResting && { restsUntil: end }),
    cancelRequested: row.cancel_requested === 1,
  };
}

/** Makes the function that lists the tasks of all scopes that wait for their callers. */
export function createWaitingLister(
  database: SqliteDatabase,
  store: Pick<TaskStore, 'getLastSeq'>,
): (query: WaitingQuery) => readonly WaitingTask[] {
  const select = prepareLateStatement<[number, number], TaskRow>(
    database,
    `select * from task where state in ('input-required', 'auth-required') and status_time < ?
    order by status_time, number limit ?`,
  );
  return ({ before, limit }) => {
    const time = parseTime(before, 'Cannot list waiting tasks because before');
    return select.all(time, Math.max(0, limit)).map((row) => ({
      taskId: fromStoredText(row.id),
      scope: fromStoredScope(row.scope),
      contextId: fromStoredText(row.context_id),
      seq: store.getLastSeq(row),
    }));
  };
}

/** Makes the function that finds the task that has waited longest for a runner at a given time. */
export function createQueueReader(
  database: SqliteDatabase,
): (time: number) => QueuedTask | undefined {
  const columns = 'id, scope, skill, max(status_time, coalesce(lease_end, 0)) as since';
  const isOpen = "state in ('submitted', 'working')";
  const select = prepareLateStatement<
    [{ readonly time: number; readonly limit: number }],
    Pick<TaskRow, 'id' | 'scope' | 'skill'> & { readonly since: number }
  >(
    database,
    `select * from (
      select * from (select ${columns} from task indexed by task_turn
        where ${isOpen} and lease_end is null order by turn limit @limit)
      union all
      select * from (select ${columns} from task indexed by task_claim
        where ${isOpen} and lease_end <= @time order by turn limit @limit)
    ) order by since limit 1`,
  );
  return (time) => {
    const row = select.get({ time, limit: MAX_QUEUED });
    if (row === undefined) return undefined;
    return {
      taskId: fromStoredText(row.id),
      scope: fromStoredScope(row.scope),
      ...(row.skill !== null && { skillId: fromStoredText(row.skill) }),
      waitedMs: Math.max(0, time - row.since),
    };
  };
}

/**
 * Makes the function that counts the tasks of all scopes by state: unfinished tasks by their short
 * indexes, finished ones by a table of counts.
 */
export function createStateCounter(database: SqliteDatabase): () => StateCounts {
  const select = prepareLateStatement<
    [],
    { readonly state: TaskStateName; readonly count: number }
  >(
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
