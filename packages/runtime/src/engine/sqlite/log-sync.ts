import { closeSync, fdatasync, fdatasyncSync, openSync, realpathSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { EngineStorageError } from '../../errors/engine-storage-error.ts';

/** Brings what was committed to the disk, while the event loop goes on. */
export interface LogSync {
  /**
   * Resolves once everything that was committed before the call, by whichever process, is on the
   * disk. Rejects with `EngineStorageError`; then it may be or not.
   */
  sync(): Promise<void>;
  /** The same for what other processes have committed; `undefined` when there is nothing new. */
  syncForeign(): Promise<void> | undefined;
  close(): void;
}

/** Options of {@link createLogSync}. */
export interface LogSyncOptions {
  /** Asks the system for it. Default `fdatasync` of `node:fs`. */
  readonly flush?: (file: number, done: (error: Error | null) => void) => void;
}

/** Commits of other connections, which SQLite counts. */
interface ForeignCommits {
  version: number | undefined;
  /** Present until they are on the disk. */
  synced: Promise<void> | undefined;
}

/** In milliseconds. */
const PATIENCE_MS = 50;

/**
 * SQLite's own sync at the end of a commit (`synchronous = FULL`) blocks the event loop. So it is
 * told to leave that out (`NORMAL`), which still syncs the log before it is folded into the file,
 * and the log is synced here. `undefined` for a database without a log, in memory.
 *
 * The sync waits for a thread of Node's pool, which look-ups of names may hold for seconds: whoever
 * has waited too long for one does it on the spot.
 */
export function createLogSync(
  database: Database.Database,
  { flush = fdatasync }: LogSyncOptions = {},
): LogSync | undefined {
  if (database.pragma('journal_mode', { simple: true }) !== 'wal') {
    return undefined;
  }
  const readVersion = database.prepare<[], number>('pragma data_version').pluck();
  // SQLite locks the file itself and never its log, so to close this releases no lock.
  const file = openSync(`${realpathSync(database.name)}-wal`, 'r+');
  database.pragma('synchronous = NORMAL');
  let foreign: ForeignCommits = { version: undefined, synced: undefined };
  let hasFailed = false;

  function flushLog(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        try {
          fdatasyncSync(file);
          resolve();
        } catch (error) {
          reject(toError(error));
        }
      }, PATIENCE_MS);
      flush(file, (error) => {
        clearTimeout(timer);
        if (error === null) {
          resolve();
        } else {
          reject(toError(error));
        }
      });
    });
  }

  /**
   * What a failed sync has not written the system may have forgotten, and the next would succeed
   * without it, leaving a hole in the log. So the whole log goes into the file, whose sync tells.
   */
  function foldLog(): void {
    const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as readonly { busy: number }[];
    if (outcome?.busy !== 0) {
      throw new EngineStorageError('SQLITE_BUSY');
    }
    hasFailed = false;
  }

  async function sync(): Promise<void> {
    if (!hasFailed) {
      try {
        await flushLog();
        return;
      } catch {
        hasFailed = true;
      }
    }
    foldLog();
  }

  async function settle(own: ForeignCommits): Promise<void> {
    try {
      await sync();
      own.synced = undefined;
    } catch (error) {
      own.version = undefined;
      throw error;
    }
  }

  return {
    sync,
    syncForeign() {
      const version = readVersion.get();
      if (version !== foreign.version) {
        foreign = { version, synced: undefined };
        foreign.synced = settle(foreign);
      }
      return foreign.synced;
    },
    close: () => closeSync(file),
  };
}

function toError(error: unknown): unknown {
  return error instanceof Error && 'code' in error
    ? new EngineStorageError(String(error.code), { cause: error })
    : error;
}
