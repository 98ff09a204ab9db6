import type { Scope, TaskOrder, TaskPage, TaskQuery } from '@formwork/runtime';
import {
  checkPageSize,
  createPageToken,
  type PagePosition,
  parsePageToken,
  parseTextSearch,
  parseTime,
  type RowWord,
  searchPage,
  type SearchedRow,
  toTimestamp,
} from '@formwork/runtime/internal';
import type { Connection } from './connection.ts';
import { fromColumn, toColumn } from './stored-text.ts';
import type { TaskLists } from './task-lists.ts';
import type { TaskReader } from './task-reader.ts';

interface FoundTask extends SearchedRow {
  readonly id: string;
  /** The time of the status, in milliseconds since 1970. */
  readonly statusTime: number;
}

/** Makes the function that searches the tasks of a scope for a text: see `TaskQuery.text`. */
export function createTaskSearch({
  connection: { schema, run },
  lists,
  reader,
}: {
  readonly connection: Pick<Connection, 'schema' | 'run'>;
  readonly lists: Pick<TaskLists, 'count'>;
  readonly reader: Pick<TaskReader, 'getSnapshots'>;
}): (scope: Scope, query: TaskQuery) => Promise<TaskPage> {
  /** Writes the statement that looks at the rows after a position; `match` is SQL of a condition. */
  function writeStatement(match: string, order: TaskOrder): { readonly text: string } {
    const [direction, follows] = order === 'oldest-first' ? ['asc', '>'] : ['desc', '<'];
    // The body of an event in a blob store is a reference, a JSON string: such a task is read.
    return {
      text: `select t.id, t.status_time, exists (
        select from ${schema}.event e where e.task_number = t.number and e.seq <= t.seq
          and (${match} or left(e.body::text, 1) = '"')
      ) as is_hit
      from (
        select id, number, seq, status_time from ${schema}.task
        where scope = $1 and ($2::text is null or context_id = $2)
          and ($3::text is null or skill = $3) and ($4::text is null or state = $4)
          and ($5::bigint is null or status_time >= $5)
          and ($6::bigint is null or status_time < $6)
          and ($7::bigint is null or status_time ${follows} $7 or (status_time = $7 and id > $8))
        order by status_time ${direction}, id limit $10
      ) t
      order by t.status_time ${direction}, t.id`,
    };
  }

  // Letters beyond ASCII stand with their forms in a pattern, because the rules of a database depend
  // on how it was made. A part of ASCII is found much faster, so it is looked for first.
  const folded = 'lower(e.body::text collate "C")';
  const hasPart = `strpos(${folded}, $9) > 0`;
  const forAny = `(${hasPart} and ${folded} ~ $11)`;

  async function readRows(
    scope: Scope,
    query: TaskQuery,
    page: {
      readonly row: RowWord;
      readonly after: PagePosition | undefined;
      readonly limit: number;
    },
  ): Promise<readonly FoundTask[]> {
    const { row, after, limit } = page;
    const { contextId, skillId, state, order = 'newest-first' } = query;
    const { statusTimestampAfter: since, statusTimestampBefore: before } = query;
    const isAscii = row.word === row.ascii;
    const rows = await run<{
      readonly id: string;
      readonly status_time: number;
      readonly is_hit: boolean;
    }>(writeStatement(isAscii ? hasPart : forAny, order), [
      toColumn(scope),
      contextId === undefined ? null : toColumn(contextId),
      skillId === undefined ? null : toColumn(skillId),
      state ?? null,
      since === undefined
        ? null
        : parseTime(since, 'Cannot list tasks because statusTimestampAfter'),
      before === undefined
        ? null
        : parseTime(before, 'Cannot list tasks because statusTimestampBefore'),
      after === undefined ? null : Date.parse(after.statusTimestamp),
      after === undefined ? null : toColumn(after.taskId),
      row.ascii,
      limit,
      ...(isAscii ? [] : [toPattern(row)]),
    ]);
    return rows.map(({ id, status_time: statusTime, is_hit: isHit }) => {
      return { id: fromColumn(id), statusTime, isHit };
    });
  }

  return async (scope, query) => {
    const { pageSize, pageToken } = query;
    checkPageSize(pageSize);
    const search = parseTextSearch(query.text ?? '');
    const start = pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
    const [totalSize, { tasks, damaged, next }] = await Promise.all([
      lists.count(scope, query),
      searchPage<FoundTask>(
        {
          maxRows: 16_000,
          readRows: (after, limit) => readRows(scope, query, { row: search.row, after, limit }),
          toPosition: ({ id, statusTime }) => {
            return { taskId: id, statusTimestamp: toTimestamp(statusTime) };
          },
          readTasks: (rows) =>
            reader.getSnapshots(
              scope,
              rows.map(({ id }) => id),
            ),
        },
        { search, pageSize, after: start },
      ),
    ]);
    return {
      tasks,
      totalSize,
      ...(damaged.length > 0 && { damaged }),
      ...(next && { nextPageToken: createPageToken(next, { scope, query }) }),
    };
  };
}

/** Writes a regular expression of PostgreSQL that finds a word in texts whose ASCII is folded. */
function toPattern({ word, forms }: RowWord): string {
  const letters = new RegExp([...forms.keys(), '[^]'].join('|'), 'gu');
  return word.replaceAll(letters, (letter) => {
    const variants = forms.get(letter);
    if (variants !== undefined) return `(?:${[letter, ...variants].join('|')})`;
    return /[!-/:-@[-`{-~]/u.test(letter) ? `\\${letter}` : letter;
  });
}
