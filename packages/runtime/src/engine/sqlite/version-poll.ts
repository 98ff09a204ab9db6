import type { SqliteDatabase, SqliteStatement } from '../../sqlite/sqlite-database.ts';

/**
 * Polls a database file for commits of other connections. SQLite does not announce commits, but
 * shows each connection whether another one has committed.
 */
export class VersionPoll {
  readonly #pollMs: number;
  readonly #onChange: () => void;
  readonly #select: SqliteStatement<[], number>;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #version: number | undefined;

  constructor(
    database: SqliteDatabase,
    {
      pollMs,
      onChange,
    }: {
      readonly pollMs: number;
      /** Called after another connection, of this process or another, has committed. */
      readonly onChange: () => void;
    },
  ) {
    this.#pollMs = pollMs;
    this.#onChange = onChange;
    this.#select = database.prepare<[], number>('pragma data_version').pluck();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Starts to poll. Each call needs one call of {@link stop}. */
  start(): void {
    this.#watchers += 1;
    if (this.#timer === undefined) {
      this.#version = this.#readVersion();
      this.#timer = setInterval(() => this.#checkVersion(), this.#pollMs);
      this.#timer.unref();
    }
  }

  stop(): void {
    this.#watchers -= 1;
    if (this.#watchers === 0) {
      this.close();
    }
  }

  #checkVersion(): void {
    const version = this.#readVersion();
    if (version !== this.#version) {
      this.#version = version;
      this.#onChange();
    }
  }

  #readVersion(): number | undefined {
    try {
      return this.#select.get();
    } catch {
      // The caller that reads after the hint gets the error itself.
      return undefined;
    }
  }
}
