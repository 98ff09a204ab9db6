import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The permission bits of a file mode that belong to the group and to others. */
const OF_OTHERS = 0o077;

/**
 * The endings of the names of the files that SQLite keeps beside a database, which contain the
 * latest writes.
 */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Prepares the file of a database so that only its owner can read and write it, because it holds
 * callers' data and the tokens of their receivers. A missing file is made. Other users lose their
 * permissions on an existing file and those beside it, on the folder of its blobs, and on a folder
 * `.formwork` around it. Throws the error of the system, so that another user's file is not used.
 */
export function preparePrivateFile(file: string): void {
  if (file === ':memory:') return;
  for (const folder of [dirname(file), `${file}-blobs`]) tightenOwnFolder(folder);
  try {
    // Only a new file is opened here: closing a file that SQLite has open would release its locks.
    closeSync(openSync(file, 'wx', 0o600));
    return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  for (const path of [file, ...BESIDE.map((ending) => `${file}${ending}`)]) tightenMode(path);
}

/** Removes all permissions of other users on a file. */
function tightenMode(path: string): void {
  // Windows has no permission bits.
  if (process.getuid === undefined) return;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & OF_OTHERS) === 0) return;
  chmodSync(path, stats.mode & 0o700);
}

/**
 * Removes all permissions of other users on a folder, if its name is one that only Formwork gives
 * (`.formwork`, `*-blobs`) and the user of this process owns it. Any other folder stays unchanged,
 * because it may be the working directory or `/tmp`, and the files in it are private anyway.
 */
export function tightenOwnFolder(folder: string): void {
  const name = basename(resolve(folder));
  if (name !== '.formwork' && !name.endsWith('-blobs')) return;
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true && stats.uid === process.getuid?.()) tightenMode(folder);
}
