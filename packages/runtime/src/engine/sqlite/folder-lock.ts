import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLocked } from '../../file-refusal.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { identifyFile } from './file-guard.ts';

/** The name of the empty database in a folder whose lock is the lock of the folder. */
const LOCK = 'formwork-backup.lock';

/** How often the folder is made anew because its last owner has just removed it. */
const ATTEMPTS = 100;

/**
 * A folder that one owner at a time has, among all processes that use the file system. The lock is
 * that of SQLite on a file, so the operating system takes it from a process that ends, and no clock,
 * process id or name of a machine has to be believed.
 */
export class FolderLock {
  readonly #folder: string;
  readonly #database: SqliteDatabase;

  private constructor(folder: string, database: SqliteDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  /** True if a folder is one that has or had an owner. */
  static isIn(folder: string): boolean {
    return existsSync(join(folder, LOCK));
  }

  /**
   * Makes the folder where it is missing, and locks it; `undefined` while another owner has it.
   *
   * @throws the error of the system, or of SQLite if the file system has no locks
   */
  static async take(folder: string): Promise<FolderLock | undefined> {
    const path = join(folder, LOCK);
    for (let attempt = 1; ; attempt += 1) {
      await makeFolder(folder);
      const before = identifyFile(path);
      const database = lock(path);
      if (database === 'busy') return undefined;
      // An owner that removed the folder since it was opened has left this lock without a file.
      if (before !== undefined && before === identifyFile(path)) {
        if (database instanceof Error) throw database;
        return new FolderLock(folder, database);
      }
      if (!(database instanceof Error)) database.close();
      else if (attempt === ATTEMPTS) throw database;
      if (attempt === ATTEMPTS) return undefined;
    }
  }

  /** Removes the folder if it is empty, and frees it. Never rejects. */
  async release(): Promise<void> {
    // Windows does not remove a file that is open; there, another process may come between.
    if (process.platform === 'win32') this.#database.close();
    await rm(join(this.#folder, LOCK), { force: true }).catch(() => undefined);
    this.#database.close();
    await rmdir(this.#folder).catch(() => undefined);
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Opens a database and locks it, and returns it, or why not. */
function lock(path: string): SqliteDatabase | 'busy' | Error {
  let database: SqliteDatabase | undefined;
  try {
    database = openSqlite(path, { timeout: 0 });
    // No journal beside it: the database stays empty.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (isLocked(error)) return 'busy';
    return error instanceof Error ? error : new Error(String(error));
  }
}
