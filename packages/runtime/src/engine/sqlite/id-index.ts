import { EngineStorageError } from '../../errors.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { fromStoredText } from '../stored/stored-text.ts';
import { prepareLateStatement } from './statements.ts';

/**
 * The columns by which a task is found: the condition of the index that has the column, its name
 * for people, and what the statement `REINDEX` calls it.
 */
const INDEXES = {
  id: { condition: 'true', words: 'the index of ids', name: 'task' },
  creation_key: {
    condition: 'creation_key is not null',
    words: 'the index of the keys of messages',
    name: 'task_creation',
  },
} as const;

/**
 * Writes the statement that compares the two entries beside a value, which is given twice, with the
 * rows of their tasks. It reads one state of the file, so that a task which another process deletes
 * at this moment makes no difference. The values of entries come from the index, those of `task`
 * from rows.
 */
function selectFalse(column: keyof typeof INDEXES): string {
  const { condition } = INDEXES[column];
  return `select 1 from (
      select * from (select number, ${column} from task
        where ${column} <= ? and ${condition} order by ${column} desc limit 1)
      union all
      select * from (select number, ${column} from task
        where ${column} > ? and ${condition} order by ${column} limit 1)
    ) as entry
    left join task on task.number = entry.number
    where task.${column} is not entry.${column}`;
}

function createIndexError(column: keyof typeof INDEXES, subject: string): EngineStorageError {
  const { words, name } = INDEXES[column];
  return new EngineStorageError('SQLITE_CORRUPT_INDEX', {
    message: `Cannot ${subject} because ${words} in the file is damaged. A copy that "formwork backup" makes has a new index; so has the file after the statement REINDEX ${name}.`,
  });
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
  check<
    Row extends {
      readonly number: number;
      readonly id: string;
    },
  >(
    id: string,
    row: Row | undefined,
  ): Row | undefined;
}

/**
 * Makes the check. An entry whose id was changed stays where it was, so a search for that id ends
 * right beside it. So what stands beside an id that is not found is compared with its rows: four
 * short searches, however many tasks there are.
 */
export function createIdIndex(database: SqliteDatabase): IdIndex {
  const findFalse = prepareLateStatement<[string, string]>(database, selectFalse('id'));

  return {
    check(id, row) {
      const isRight = row === undefined ? findFalse.get(id, id) === undefined : row.id === id;
      if (isRight) return row;
      throw createIndexError('id', `look for task ${fromStoredText(id)}`);
    },
  };
}

/** Finds tasks by the keys of the messages that created them. */
export interface CreationIndex {
  /**
   * Returns if the index may say whether it has a key.
   *
   * @throws EngineStorageError if a flipped bit may have hidden the key
   */
  check(creationKey: Buffer): void;
  /**
   * Returns the id of the task that was created with a key; `undefined` if there is none.
   *
   * @throws EngineStorageError if a flipped bit may have hidden the task, or leads to another
   */
  find(creationKey: Buffer): string | undefined;
}

/**
 * Makes the search by keys of messages, which checks what it finds as {@link createIdIndex} does: a
 * message whose key is not found begins a task, so a wrong "not found" would do its work twice.
 */
export function createCreationIndex(database: SqliteDatabase): CreationIndex {
  const find = prepareLateStatement<
    [Buffer],
    { readonly id: string; readonly creation_key: Uint8Array | null }
  >(
    database,
    `select id, creation_key from task
    where number = (select entry.number from task as entry where entry.creation_key = ?)`,
  );
  const findFalse = prepareLateStatement<[Buffer, Buffer]>(database, selectFalse('creation_key'));

  function check(creationKey: Buffer): void {
    if (findFalse.get(creationKey, creationKey) === undefined) return;
    throw createIndexError('creation_key', 'create a task');
  }

  return {
    check,
    find(creationKey) {
      check(creationKey);
      const row = find.get(creationKey);
      return row && fromStoredText(row.id);
    },
  };
}
