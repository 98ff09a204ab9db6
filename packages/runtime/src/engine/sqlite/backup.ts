import { existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type BlobStore, createFileBlobStore } from '../../blobs/blob-store.ts';
import { EngineStorageError } from '../../errors.ts';
import { preparePrivateFile } from '../../private-file.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { fromBlobReference } from '../stored/stored-text.ts';
import { toBackupError, toTargetError } from './backup-fault.ts';
import { BackupTarget } from './backup-target.ts';

/** Options of {@link backUpSqlite}. */
export interface SqliteBackupOptions {
  /** The path of the engine's database file, which programs may be using meanwhile. */
  readonly file: string;
  /** The path of the copy, where no file may exist. Its blobs are copied to a folder beside it. */
  readonly to: string;
  /** The blob store of the engine. Default: the folder of blobs beside the file. */
  readonly blobStore?: BlobStore;
  /**
   * The path of the shared records (`createSqliteRecords`), which are copied to `to` with
   * `-records` behind it. Default: `file` with the same behind it, if there is such a file.
   */
  readonly recordsFile?: string;
}

/** The outcome of {@link backUpSqlite}. */
export interface SqliteBackup {
  readonly tasks: number;
  readonly blobs: number;
  /** The number of shared records whose time is not over. */
  readonly records: number;
  /**
   * The ids of blobs that were missing or damaged in the engine's store whenever they were read. The
   * copies of their tasks cannot be read.
   */
  readonly missingBlobs: readonly string[];
}

/** The ending of the name of the file with shared records that belongs to a file of tasks. */
const RECORDS = '-records';

const COUNT_TASKS = 'select count(*) from task';

const COUNT_RECORDS = 'select count(*) from formwork_records where ends_at > unixepoch() * 1000';

const BLOB_IDS = 'select id from blob where task_number is not null order by id';

/** Selects the references to blobs, which have the checksums; only they begin with this character. */
const REFERENCES = `select text from event where text >= '@' and text < 'A'`;

/** The checksums of blobs by id; `undefined` for blobs of earlier versions. */
type Checksums = ReadonlyMap<string, number | undefined>;

/**
 * Copies the database of an SQLite engine as of one moment, with its blobs and the shared records
 * beside it, while programs go on writing to them. When the promise resolves, the copy has been
 * checked and is on the disk; until then there is no file of its name, and what is done so far lies
 * in a folder beside it, whose name ends in `.part`. A backup removes what killed ones have left
 * there. To restore a copy, put the files and the folder in the place of the engine's, while no
 * program uses them. SQLite blocks the event loop while it copies, so call it in a process of its own.
 *
 * @throws TypeError when there is a file at `to` or where the copy is made, or another backup is
 * making a copy of this name, EngineStorageError when SQLite, the disk or the folder of the copy refuses
 *
 * @example
 * ```ts
 * import { backUpSqlite } from '@formwork/runtime/sqlite';
 *
 * await backUpSqlite({ file: 'data/tasks.sqlite', to: 'backup/tasks.sqlite' });
 * ```
 */
export async function backUpSqlite({
  file,
  to,
  blobStore = createFileBlobStore({ folder: `${file}-blobs` }),
  recordsFile,
}: SqliteBackupOptions): Promise<SqliteBackup> {
  const target = await BackupTarget.take(to).catch((error: unknown) => {
    throw toTargetError(error, to);
  });
  try {
    const outcome = await fill(target, { file, blobStore, recordsFile });
    await target.publish();
    return outcome;
  } catch (error) {
    throw toBackupError(error, to);
  } finally {
    await target.release();
  }
}

/** Makes the parts of a copy, and syncs them. */
async function fill(
  { tasks, records, blobs }: BackupTarget,
  {
    file,
    blobStore,
    recordsFile,
  }: {
    readonly file: string;
    readonly blobStore: BlobStore;
    readonly recordsFile: string | undefined;
  },
): Promise<SqliteBackup> {
  const copies = createFileBlobStore({ folder: blobs });
  const copied = new Set<string>();
  /**
   * Copies those of the given blobs that this backup has not copied yet, and returns the ids of
   * blobs that are missing, or came damaged or short.
   */
  async function copyBlobs(checksums: Checksums): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const [id, checksum] of checksums) {
      if (copied.has(id)) continue;
      const bytes = await blobStore.get(id);
      const isWhole = bytes !== undefined && (checksum === undefined || crc32(bytes) === checksum);
      if (!isWhole) missing.push(id);
      else {
        await copies.put(id, bytes);
        // Alone: the blobs of one backup are copied one after the other.
        copied.add(id);
      }
    }
    return missing;
  }

  const recordsFrom = recordsFile ?? `${file}${RECORDS}`;
  const hasRecords = recordsFile !== undefined || existsSync(recordsFrom);
  // Records come first: what they say of a task, such as that it is shared, is of no use without it.
  const recordCount = hasRecords ? copyDatabase(recordsFrom, records, COUNT_RECORDS) : 0;
  // Blobs are copied before the database, because a task may be deleted right after the copy was
  // made.
  await copyBlobs(readRows(file, readChecksums));
  const taskCount = copyDatabase(file, tasks, COUNT_TASKS);
  const needed = readRows(tasks, readChecksums);
  const missingBlobs = await copyBlobs(needed);
  for (const id of copied) if (!needed.has(id)) await copies.delete(id);
  if (hasRecords) await sync(records);
  await sync(tasks);
  // A folder without blobs is no part of the copy.
  await removeIfEmpty(blobs);
  return {
    tasks: taskCount,
    blobs: needed.size - missingBlobs.length,
    records: recordCount,
    missingBlobs,
  };
}

function readRows<Value>(file: string, read: (database: SqliteDatabase) => Value): Value {
  const database = openSqlite(file, { readonly: true, timeout: 10_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function readChecksums(database: SqliteDatabase): Checksums {
  const ids = database.prepare<[], string>(BLOB_IDS).pluck().all();
  const checksumById = new Map<string, number | undefined>();
  for (const text of database.prepare<[], string>(REFERENCES).pluck().iterate()) {
    const { blobId, checksum } = fromBlobReference(text) ?? {};
    if (blobId !== undefined) checksumById.set(blobId, checksum);
  }
  return new Map(ids.map((id) => [id, checksumById.get(id)]));
}

/**
 * Copies a database to a new file, checks the copy with SQLite's `quick_check`, and returns the
 * number that `count` reads from it.
 */
function copyDatabase(file: string, to: string, count: string): number {
  preparePrivateFile(to);
  readRows(file, (database) => database.prepare('vacuum into ?').run(to));
  return readRows(to, (database) => {
    const [verdict] = database.prepare<[], string>('pragma quick_check').pluck().all();
    if (verdict !== 'ok') {
      throw new EngineStorageError('SQLITE_CORRUPT', {
        message: `Cannot back up tasks because the copy is damaged: ${to} (${verdict})`,
      });
    }
    return Number(database.prepare(count).pluck().get());
  });
}

/** Syncs a file to the disk. Windows syncs only what is open for writing. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => ['']);
  if (names.length === 0) await rm(folder, { recursive: true });
}
