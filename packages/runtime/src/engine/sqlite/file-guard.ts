import { statSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { EngineStorageError } from '../../errors/engine-storage-error.ts';

/** Sees that the files of a database are those that it opened. */
export interface FileGuard {
  /** Throws `EngineStorageError` when one of them was deleted, moved or replaced. */
  check(): void;
}

/** Of files beside the database, which SQLite makes when it needs them. */
const SUFFIXES = ['', '-wal', '-shm'];

/**
 * A file that was deleted goes on taking writes until it is closed; they are nobody's. So every
 * commit is followed by a look at the names, which costs some microseconds, before anybody is told
 * of it. Once the files are back in their places all goes on.
 */
export function createFileGuard(file: string): FileGuard {
  if (file === ':memory:') return { check: () => undefined };
  const path = resolve(file);
  const known = new Map<string, Stats>();

  function look(name: string): void {
    const found = statSync(name, { throwIfNoEntry: false });
    const before = known.get(name);
    if (before === undefined) {
      if (found !== undefined) known.set(name, found);
    } else if (found?.ino !== before.ino || found.dev !== before.dev) {
      throw toMissing(name, found);
    }
  }

  look(path);
  return {
    check() {
      for (const suffix of SUFFIXES) look(`${path}${suffix}`);
    },
  };
}

function toMissing(name: string, found: Stats | undefined): EngineStorageError {
  const value = found === undefined ? 'nothing' : 'another file';
  return new EngineStorageError('FILE_REPLACED', {
    message: `Cannot use the storage of the task engine as ${name} must be the file that was opened: current value is ${value}. Put the file back, or start the process again; what was written since is lost.`,
  });
}
