import { type BlobStore, createFileBlobStore } from '../../blobs/blob-store.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createEngineOver } from './create-engine-over.ts';
import { openDatabase } from './open-database.ts';

export { backUpSqlite, type SqliteBackup, type SqliteBackupOptions } from './backup.ts';
export { createSqliteRecords, type SqliteRecordsOptions } from '../../records/sqlite-records.ts';

/** Options of {@link createSqliteEngine}. */
export interface SqliteEngineOptions {
  /**
   * The path of the database file, or `:memory:`. The file is created if there is none; its folder
   * must exist.
   */
  readonly file: string;
  /**
   * True refuses a missing file, and a file that no engine has made. Default false: a missing file
   * is made, and gets the tables.
   */
  readonly mustExist?: boolean;
  /**
   * The interval in milliseconds at which the engine looks for writes of other processes while
   * `watch` has listeners. Default 20. At least 1.
   */
  readonly pollMs?: number;
  /**
   * Returns the current time in milliseconds since 1970. Default `Date.now`; if the machine's clock
   * is set back, time goes on by the clock of the process. With a function of your own, time stands
   * still while it goes backwards.
   */
  readonly now?: () => number;
  /**
   * The store for texts that are too long for rows; all engines on one file need the same store.
   * Default: a folder beside the file, with `-blobs` added to its name; none for `:memory:`, where
   * rows hold all texts.
   */
  readonly blobStore?: BlobStore;
  /**
   * The length in characters, as JSON, from which an artifact or a piece of one, a message, or the
   * result of a step goes to the blob store. Default 262,144. `Infinity` keeps all in the file.
   */
  readonly blobsAbove?: number;
}

const DEFAULT_BLOBS_ABOVE = 262_144;

/**
 * Makes an engine that keeps tasks in an SQLite file: acknowledged writes survive the end of the
 * process and the loss of power. Any number of engines, in any processes of one machine, may use
 * one file; it must not be on a network drive. Every method rejects with `EngineStorageError` when
 * the disk is full or broken; the engine works again once the disk does.
 *
 * @throws EngineStorageError when the file cannot be opened, and `EngineSchemaUnknownError` when a
 * newer program has changed its tables
 */
export function createSqliteEngine(options: SqliteEngineOptions): TaskEngine {
  const { file, pollMs = 20, now = Date.now, blobsAbove = DEFAULT_BLOBS_ABOVE } = options;
  if (file.trim() === '') {
    throw new TypeError(
      `Cannot create an SQLite engine because file must be a path or ":memory:": current value is ${JSON.stringify(file)}`,
    );
  }
  if (!Number.isInteger(pollMs) || pollMs < 1) {
    throw new RangeError(
      `Cannot create an SQLite engine because pollMs must be an integer from 1: current value is ${pollMs}`,
    );
  }
  if (Number.isNaN(blobsAbove) || blobsAbove < 0) {
    throw new RangeError(
      `Cannot create an SQLite engine because blobsAbove must be a number from 0: current value is ${blobsAbove}`,
    );
  }
  const blobStore = options.blobStore ?? createDefaultStore(file);
  return createEngineOver(openDatabase(file, { mustExist: options.mustExist }), {
    pollMs,
    now,
    blobStore,
    blobsAbove,
  });
}

function createDefaultStore(file: string): BlobStore | undefined {
  return file === ':memory:' ? undefined : createFileBlobStore({ folder: `${file}-blobs` });
}
