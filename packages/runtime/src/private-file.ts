import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** The permission bits of a file mode that belong to the group and to others. */
const OF_OTHERS = 0o077;

/** The endings of the files that SQLite keeps beside a database, with what was written last. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Makes the file of a database ready: readable and writable by its owner alone, because it holds what
 * callers sent, and the tokens of their receivers. A missing one is made, one that others may read is
 * tightened, together with the files beside it; SQLite gives those it makes the same mode. Throws
 * what the system says, so that a file of somebody else is not used.
 */
export function preparePrivateFile(file: string): void {
  if (file === ':memory:') return;
  try {
    // Only a new one is opened here: closing one that SQLite has open would drop its locks.
    closeSync(openSync(file, 'wx', 0o600));
    return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  for (const path of [file, ...BESIDE.map((ending) => `${file}${ending}`)]) tightenMode(path);
}

/** Removes the permissions that others have on a file or folder. */
export function tightenMode(path: string): void {
  // Windows has no such modes.
  if (process.getuid === undefined) return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OF_OTHERS) === 0) return;
  chmodSync(path, found.mode & 0o700);
}
