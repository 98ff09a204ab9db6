import type Database from 'better-sqlite3';
import { checkPageSize } from '../check-page-size.ts';
import { parsePageToken } from '../page-token.ts';
import { parseTime } from '../parse-time.ts';
import type { TaskQuery } from '../task-engine.ts';
import { toStoredText } from './stored-text.ts';
import type { TaskRow } from './task-row.ts';

/** The rows of one page. */
export interface ListedRows {
  readonly rows: readonly TaskRow[];
  readonly isLastPage: boolean;
  readonly totalSize: number;
}

/** Makes the function that finds the rows of a page. */
export function createRowLister(
  database: Database.Database,
): (scope: string, query: TaskQuery) => ListedRows {
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
