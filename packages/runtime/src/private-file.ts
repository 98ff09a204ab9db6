import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The permission bits of a file mode that belong to the group and to others. */
const OF_OTHERS = 0o077;

/** The endings of the files that SQLite keeps beside a database, with what was written last. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Makes the file of a database ready: readable and writable by its owner alone, because it holds what
 * callers sent, and the tokens of their receivers. A missing one is made, one that others may read is
 * tightened, together with the files beside it; SQLite gives those it makes the same mode. So are a
 * folder `.formwork` that holds it, and the folder of its blobs. Throws what the system says, so that
 * a file of somebody else is not used.
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
 * Removes the permissions that others have on a folder, if it has a name that nobody but this project
 * gives (`.formwork`, `*-blobs`) and belongs to the user of this process. A folder that somebody else
 * has named may be the working directory, or `/tmp`: it stays as it is, because the files in it are
 * private anyway.
 */
export function tightenOwnFolder(folder: string): void {
  const name = basename(resolve(folder));
  if (name !== '.formwork' && !name.endsWith('-blobs')) return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true && found.uid === process.getuid?.()) tightenMode(folder);
}
