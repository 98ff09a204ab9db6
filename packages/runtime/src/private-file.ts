import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The permission bits of a file mode that belong to the group and to others. */
const OF_OTHERS = 0o077;

/** The endings of the files that SQLite keeps beside a database, which hold the latest writes. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Prepares the file of a database so that only its owner can read and write it, because it holds
 * callers' data and the tokens of their receivers. A missing file is made. An existing file and
 * those beside it lose the permissions of others, and so do the folder of its blobs and a folder
 * `.formwork` around it. Throws the error of the system, so that another user's file is not used.
 */
export function preparePrivateFile(file: string): void {
  if (file === ':memory:') return;
  for (const folder of [dirname(file), `${file}-blobs`]) tightenOwnFolder(folder);
  try {
    // Only a new one is opened here: closing one that SQLite has open would drop its locks.
    closeSync(openSync(file, 'wx', 0o600));
    return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  for (const path of [file, ...BESIDE.map((ending) => `${file}${ending}`)]) tightenMode(path);
}

/** Removes the permissions that others have on a file. */
function tightenMode(path: string): void {
  // Windows has no such modes.
  if (process.getuid === undefined) return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OF_OTHERS) === 0) return;
  chmodSync(path, found.mode & 0o700);
}

/**
 * Removes the permissions that others have on a folder, if its name is one that only Formwork gives
 * (`.formwork`, `*-blobs`) and the user of this process owns it. Any other folder stays as it is,
 * because it may be the working directory or `/tmp`, and the files in it are private anyway.
 */
export function tightenOwnFolder(folder: string): void {
  const name = basename(resolve(folder));
  if (name !== '.formwork' && !name.endsWith('-blobs')) return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true && found.uid === process.getuid?.()) tightenMode(folder);
}
