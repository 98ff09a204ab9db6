import { statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { EngineStorageError } from '../../errors.ts';

/** Checks that the files of an open database have not been deleted or replaced. */
export interface FileGuard {
  /**
   * Throws `EngineStorageError` after a commit if a file of the database was deleted, moved or
   * replaced, because the commit then counts only if the file comes back.
   */
  check(): void;
  /**
   * Checks as {@link FileGuard.check} does, unless a check less than 50 ms ago found the files in
   * place. For reads, which acknowledge nothing.
   */
  glance(): void;
}

/** The endings of the names of the database file and the files that SQLite makes beside it. */
const SUFFIXES = ['', '-wal', '-shm'];
/** The time for which a read trusts the last check of the files, in milliseconds. */
const GLANCE_MS = 50;

/**
 * Makes a guard of a database file. A deleted file takes writes until it is closed, and those
 * writes are lost. So the names are checked after every commit, before any caller gets its outcome,
 * at a cost of about ten microseconds. Once the files are back in their places, the engine goes on.
 */
export function createFileGuard(file: string): FileGuard {
  if (file === ':memory:') return { check: () => undefined, glance: () => undefined };
  return new DatabaseFiles(resolve(file));
}

class DatabaseFiles implements FileGuard {
  readonly #path: string;
  readonly #statsByName = new Map<string, Stats>();
  /**
   * The time of the last check that found all files of the database in place, in milliseconds by
   * the clock of the process.
   */
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
    this.#checkFile(path, false);
  }

  check(): void {
    this.#checkAll(true);
  }

  glance(): void {
    if (performance.now() - this.#checkedAt > GLANCE_MS) this.#checkAll(false);
  }

  #checkAll(mayBeStored: boolean): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
    for (const suffix of SUFFIXES) this.#checkFile(`${this.#path}${suffix}`, mayBeStored);
    this.#checkedAt = performance.now();
  }

  #checkFile(name: string, mayBeStored: boolean): void {
    const stats = statSync(name, { throwIfNoEntry: false });
    const before = this.#statsByName.get(name);
    if (before === undefined) {
      if (stats !== undefined) this.#statsByName.set(name, stats);
    } else if (stats?.ino !== before.ino || stats.dev !== before.dev) {
      throw createMissingError(name, stats, mayBeStored);
    }
  }
}

function createMissingError(
  name: string,
  stats: Stats | undefined,
  mayBeStored: boolean,
): EngineStorageError {
  const value = stats === undefined ? 'nothing' : 'another file';
  return new EngineStorageError('FILE_REPLACED', {
    mayBeStored,
    message: `Cannot use the storage of the task engine because ${name} is no longer the file that was opened: ${value} is there. Put the file back, or start the process again; what was written since is lost.`,
  });
}

/** Identifies a file whatever its name: renaming or linking it keeps this. */
export type FileIdentity = string;

/** Returns the identity of the file that has a name now; `undefined` if there is none. */
export function identifyFile(path: string): FileIdentity | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}
