import type Database from 'better-sqlite3';

/** Polls a database file for commits of other connections. */
export interface VersionPoll {
  /** Starts to poll. Each call needs one call of {@link stop}. */
  start(): void;
  stop(): void;
  close(): void;
}

/** Options of {@link createVersionPoll}. */
export interface VersionPollOptions {
  readonly pollMs: number;
  /** Called after another connection, of this process or another, has committed. */
  readonly onChange: () => void;
}

/**
 * Makes a poll of a database file. SQLite does not announce commits, but shows each connection
 * whether another one has committed.
 */
export function createVersionPoll(
  database: Database.Database,
  { pollMs, onChange }: VersionPollOptions,
): VersionPoll {
  const select = database.prepare<[], number>('pragma data_version').pluck();
  let watchers = 0;
  let timer: NodeJS.Timeout | undefined;
  let version: number | undefined;

  function checkVersion(): void {
    const seen = readVersion();
    if (seen !== version) {
      version = seen;
      onChange();
    }
  }

  function readVersion(): number | undefined {
    try {
      return select.get();
    } catch {
      // The caller that reads after the hint gets the error itself.
      return undefined;
    }
  }

  function close(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start() {
      watchers += 1;
      if (timer === undefined) {
        version = readVersion();
        timer = setInterval(checkVersion, pollMs);
        timer.unref();
      }
    },
    stop() {
      watchers -= 1;
      if (watchers === 0) {
        close();
      }
    },
    close,
  };
}
