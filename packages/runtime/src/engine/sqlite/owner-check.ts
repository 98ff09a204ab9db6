import { TaskDamagedError } from '../../errors.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { fromStoredText } from '../stored/stored-text.ts';
import { type CheckedEvent, computeChecksum } from './checksums.ts';
import { eventIdOf } from './event-id.ts';
import { prepareLateStatement } from './statements.ts';
import type { TaskRow } from './task-row.ts';

/** Checks whose tasks are. */
export interface OwnerCheck {
  /**
   * Returns a task's row if it is of a scope, given as the text in the database. A task that others
   * have is not found, damaged or not, so that callers do not learn of it.
   *
   * @throws TaskDamagedError if flipped bits in the row have given a task of this scope to another
   */
  filter<Row extends TaskRow>(row: Row | undefined, scope: string): Row | undefined;
}

/**
 * Makes the check. The first event of a task has a checksum that covers the scope. It is compared
 * only where the row has another scope, because a task that is found is compared when it is read.
 */
export function createOwnerCheck(database: SqliteDatabase): OwnerCheck {
  const findFirst = prepareLateStatement<
    [number],
    CheckedEvent & {
      /** The checksum of the event's row; null only in rows from earlier versions of the program. */
      readonly checksum: number | null;
    }
  >(database, 'select id, time, text, checksum from event where id = ?');

  return {
    filter(row, scope) {
      if (row === undefined || row.scope === scope) return row;
      const first = findFirst.get(eventIdOf(row.number, 0));
      if (first === undefined || first.checksum === null) return undefined;
      if (first.checksum !== computeChecksum(first, { ...row, scope })) return undefined;
      throw new TaskDamagedError(fromStoredText(row.id));
    },
  };
}
