import { replaceBusyFile } from '@formwork/schema/internal';
import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { type BlobStore, createFileBlobStore } from '../../blobs/blob-store.ts';
import { EngineStorageError } from '../../errors.ts';
import { preparePrivateFile } from '../../private-file.ts';
import { fromBlobReference } from '../stored/stored-text.ts';
import { toStorageError } from './statements.ts';

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

/** The ending of a copy's name until the copy is complete. */
const UNFINISHED = '.part';

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
 * checked and is on the disk; until then there is no file of its name. To restore it, put the files
 * and the folder in the place of the engine's, while nobody uses them. SQLite blocks the event loop
 * while it copies, so call it in a process of its own.
 *
 * @throws TypeError when there is a file at `to`, EngineStorageError when SQLite or the disk refuses
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
  for (const path of [to, `${to}-blobs`, `${to}${RECORDS}`]) {
    if (existsSync(path)) {
      throw new TypeError(
        `Cannot back up tasks as the copy must be a new file: current value is ${JSON.stringify(path)}`,
      );
    }
  }
  // What a backup that was killed has left has these names.
  const blobsPart = `${resolve(to)}-blobs${UNFINISHED}`;
  const copies = createFileBlobStore({ folder: blobsPart });
  const copied = new Set<string>();
  /**
   * Copies those of the given blobs that this backup has not copied yet, and returns the ids of
   * blobs that are missing, or came damaged or short.
   */
  async function copyBlobs(blobs: Checksums): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const [id, checksum] of blobs) {
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

  const part = `${resolve(to)}${UNFINISHED}`;
  const recordsPart = `${resolve(to)}${RECORDS}${UNFINISHED}`;
  const recordsFrom = recordsFile ?? `${file}${RECORDS}`;
  const hasRecords = recordsFile !== undefined || existsSync(recordsFrom);
  for (const path of [part, recordsPart, blobsPart]) await remove(path);
  try {
    // Records come first: what they say of a task, such as that it is shared, is of no use without
    // it.
    const records = hasRecords ? copyDatabase(recordsFrom, recordsPart, COUNT_RECORDS) : 0;
    // Blobs are copied before the database, because a task may be deleted right after the copy was
    // made.
    await copyBlobs(readRows(file, readChecksums));
    const tasks = copyDatabase(file, part, COUNT_TASKS);
    const needed = readRows(part, readChecksums);
    const missingBlobs = await copyBlobs(needed);
    for (const id of copied) if (!needed.has(id)) await copies.delete(id);
    if (hasRecords) {
      await sync(recordsPart);
      await replaceBusyFile(() => rename(recordsPart, `${to}${RECORDS}`));
    }
    await sync(part);
    // A folder without blobs is no part of the copy.
    await removeIfEmpty(blobsPart);
    if (existsSync(blobsPart)) await replaceBusyFile(() => rename(blobsPart, `${to}-blobs`));
    await replaceBusyFile(() => rename(part, to));
    await syncFolder(dirname(resolve(to)));
    return { tasks, blobs: needed.size - missingBlobs.length, records, missingBlobs };
  } catch (error) {
    const made = [part, recordsPart, blobsPart, `${to}${RECORDS}`, `${to}-blobs`];
    for (const path of made) await remove(path).catch(() => undefined);
    throw toStorageError(error);
  }
}

function readRows<Value>(file: string, read: (database: Database.Database) => Value): Value {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function readChecksums(database: Database.Database): Checksums {
  const ids = database.prepare<[], string>(BLOB_IDS).pluck().all();
  const known = new Map<string, number | undefined>();
  for (const text of database.prepare<[], string>(REFERENCES).pluck().iterate()) {
    const { blobId, checksum } = fromBlobReference(text) ?? {};
    if (blobId !== undefined) known.set(blobId, checksum);
  }
  return new Map(ids.map((id) => [id, known.get(id)]));
}

/**
 * Copies a database to a new file, checks the copy with SQLite's `quick_check`, and returns the
 * number that `count` reads from it.
 */
function copyDatabase(file: string, to: string, count: string): number {
  preparePrivateFile(to);
  readRows(file, (database) => database.prepare('vacuum into ?').run(to));
  return readRows(to, (database) => {
    const [found] = database.prepare<[], string>('pragma quick_check').pluck().all();
    if (found !== 'ok') {
      throw new EngineStorageError('SQLITE_CORRUPT', {
        message: `Cannot back up tasks because the copy is damaged: ${to} (${found})`,
      });
    }
    return Number(database.prepare(count).pluck().get());
  });
}

/** Syncs a file to the disk. Windows syncs only what is open for writing. */
async function sync(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a folder. Windows cannot open folders, and stores file names by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

async function removeIfEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => ['']);
  if (names.length === 0) await rm(folder, { recursive: true });
}
