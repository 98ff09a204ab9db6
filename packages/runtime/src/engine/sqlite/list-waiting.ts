import type Database from 'better-sqlite3';
import { parseTime } from '../parse-time.ts';
import type { WaitingQuery, WaitingTask } from '../task-engine.ts';
import { prepareLate } from './prepare-late.ts';
import { fromStoredText } from './stored-text.ts';
import type { TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/** Makes the function that finds tasks of all scopes that wait for their callers. */
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
      scope: fromStoredText(row.scope),
      contextId: fromStoredText(row.context_id),
      seq: store.getLastSeq(row),
    }));
  };
}
