import { statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { EngineStorageError } from '../../errors.ts';

/** Checks that the files of an open database were not deleted or replaced. */
export interface FileGuard {
  /**
   * After a commit: throws `EngineStorageError` when one of them was deleted, moved or replaced, as
   * what was committed counts only if it comes back.
   */
  check(): void;
  /**
   * Does what {@link FileGuard.check} does, unless the files were there a moment ago: for reads,
   * which acknowledge nothing.
   */
  glance(): void;
}

/**
 * The ends of the names of the database and the files beside it, which SQLite makes when it needs
 * them.
 */
const SUFFIXES = ['', '-wal', '-shm'];
/** The time for which reads trust the last check of the files, in milliseconds. */
const GLANCE_MS = 50;

/**
 * Makes a guard. A file that was deleted goes on taking writes until it is closed, and nobody finds
 * them. So every commit is followed by a look at the names, which costs about ten microseconds,
 * before anybody is told of it. Once the files are back in their places everything goes on.
 */
export function createFileGuard(file: string): FileGuard {
  if (file === ':memory:') return { check: () => undefined, glance: () => undefined };
  const path = resolve(file);
  const known = new Map<string, Stats>();
  /** The time of the last check at which all files of the database were in place. */
  let lastLook = Number.NEGATIVE_INFINITY;

  function checkFile(name: string, mayBeStored = false): void {
    const found = statSync(name, { throwIfNoEntry: false });
    const before = known.get(name);
    if (before === undefined) {
      if (found !== undefined) known.set(name, found);
    } else if (found?.ino !== before.ino || found.dev !== before.dev) {
      throw createMissingError(name, found, mayBeStored);
    }
  }

  function lookAtAll(mayBeStored: boolean): void {
    lastLook = Number.NEGATIVE_INFINITY;
    for (const suffix of SUFFIXES) checkFile(`${path}${suffix}`, mayBeStored);
    lastLook = performance.now();
  }

  checkFile(path);
  return {
    check: () => lookAtAll(true),
    glance() {
      if (performance.now() - lastLook > GLANCE_MS) lookAtAll(false);
    },
  };
}

function createMissingError(
  name: string,
  found: Stats | undefined,
  mayBeStored: boolean,
): EngineStorageError {
  const value = found === undefined ? 'nothing' : 'another file';
  return new EngineStorageError('FILE_REPLACED', {
    mayBeStored,
    message: `Cannot use the storage of the task engine because ${name} is no longer the file that was opened: ${value} is there. Put the file back, or start the process again; what was written since is lost.`,
  });
}
