import type Database from 'better-sqlite3';
import type { Pruning } from '../parse-prune-request.ts';
import { prepareLate } from './prepare-late.ts';
import { fromStoredText } from './stored-text.ts';
import type { TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

const FINISHED = "state in ('completed', 'failed', 'canceled', 'rejected')";

/** A call may delete one task's log whatever its length, and begins no other above this. */
const MAX_EVENTS = 10_000;

/** Makes the function that prunes inside a transaction and returns the ids of what is gone. */
export function createPruner(
  database: Database.Database,
  store: TaskStore,
): (pruning: Pruning) => readonly string[] {
  const count = prepareLate<[], { readonly total: number }>(
    database,
    `select count(*) as total from task where ${FINISHED}`,
  );
  const select = prepareLate<[{ before: number; excess: number; limit: number }], TaskRow>(
    database,
    `select * from (select *, row_number() over (order by status_time, number) as position
      from task where ${FINISHED} order by status_time, number limit @limit)
    where status_time < @before or position <= @excess`,
  );
  return ({ before, keep, limit }) => {
    const excess = Number.isFinite(keep) ? Math.max(0, (count.get()?.total ?? 0) - keep) : 0;
    const rows = select.all({ before, excess, limit });
    const taskIds: string[] = [];
    let events = 0;
    for (const row of rows) {
      if (events >= MAX_EVENTS) {
        break;
      }
      events += store.delete(row);
      taskIds.push(fromStoredText(row.id));
    }
    return taskIds;
  };
}
