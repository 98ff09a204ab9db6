import type Database from 'better-sqlite3';
import { EngineStorageError } from '../../errors.ts';
import { fromStoredText } from '../stored/stored-text.ts';
import { prepareLate } from './statements.ts';

/** An entry of the index of ids: an id, and the number of its task. */
interface Entry {
  readonly number: number;
  readonly id: string;
}

/**
 * The condition that a row has a given id. SQLite would take the id from the index otherwise, so
 * that an entry with a wrong number would lead to another task under the wanted id.
 */
export const BY_ID = 'number = (select entry.number from task as entry where entry.id = ?)';

/** Checks the answers of the index by which SQLite finds tasks by their ids. */
export interface IdIndex {
  /**
   * Returns what a search for an id has found, unless bits of the index or of the row have flipped.
   *
   * @throws EngineStorageError if the answer may be wrong
   */
  check<Row extends Entry>(id: string, found: Row | undefined): Row | undefined;
}

/**
 * Makes the check. An entry whose id was changed stays where it was, so a search for that id ends
 * right beside it. So what stands beside an id that is not found is compared with its rows: four
 * short searches, however many tasks there are.
 */
export function createIdIndex(database: Database.Database): IdIndex {
  // One statement reads one state of the file, so that a task which another process deletes at this
  // moment makes no difference. The ids of entries come from the index, those of `task` from rows.
  const findFalse = prepareLate<[string, string]>(
    database,
    `select 1 from (
      select * from (select number, id from task where id <= ? order by id desc limit 1)
      union all
      select * from (select number, id from task where id > ? order by id limit 1)
    ) as entry
    left join task on task.number = entry.number
    where task.id is not entry.id`,
  );

  return {
    check(id, found) {
      const isRight = found === undefined ? findFalse.get(id, id) === undefined : found.id === id;
      if (isRight) return found;
      throw new EngineStorageError('SQLITE_CORRUPT_INDEX', {
        message: `Cannot look for task ${fromStoredText(id)} because the index of ids in the file is damaged. A copy that "formwork backup" makes has a new index; so has the file after the statement REINDEX task.`,
      });
    },
  };
}
