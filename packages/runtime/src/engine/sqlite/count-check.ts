import { setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../../errors.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { retryWhileBusy } from './statements.ts';
import { FINISHED_STATES } from './task-row.ts';

/** The number of tasks that one step counts, which takes a few milliseconds. */
const STEP_TASKS = 2_000;

/** The pause between two steps, in milliseconds. */
const PAUSE_MS = 10;

/** The numbers of tasks that have ended, in the order of {@link FINISHED_STATES}. */
type Counts = readonly number[];

/**
 * Compares the kept counts of tasks that have ended with the tasks: all together (`ended`), and those
 * of each scope (`usage`). Triggers keep the counts, and nothing else tells that a bit of one has
 * flipped: the totals of lists and metrics would be wrong in silence.
 */
export class CountCheck {
  readonly #file: string | undefined;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(database: SqliteDatabase) {
    // What is in memory is on no disk, and no other connection reads it.
    this.#file = database.memory ? undefined : database.name;
  }

  /**
   * Counts in steps of some milliseconds, on a connection of its own, which sees the file as of one
   * moment while others write. A call during a comparison shares it. Resolves early after
   * {@link close}.
   *
   * @throws EngineStorageError (`SQLITE_CORRUPT_COUNTS`)
   */
  async run(): Promise<void> {
    this.#running ??= this.#compare().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Ends a comparison, and resolves once its connection is closed. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running?.catch(() => undefined);
  }

  async #compare(): Promise<void> {
    const file = this.#file;
    if (file === undefined || this.#closing.signal.aborted) return;
    const connection = await retryWhileBusy(() => openSqlite(file, { readonly: true }));
    try {
      const agree = await retryWhileBusy(() => this.#agree(connection));
      if (agree || this.#closing.signal.aborted) return;
    } finally {
      connection.close();
    }
    throw new EngineStorageError('SQLITE_CORRUPT_COUNTS', {
      message:
        'Cannot rely on the file of the task engine because its counts of ended tasks differ from its tasks: totals of lists and metrics are wrong. The tasks themselves are whole. Stop what uses the file, move them to a new one with "formwork migrate-store", which counts anew, and look at the disk.',
    });
  }

  async #agree(connection: SqliteDatabase): Promise<boolean> {
    connection.exec('begin');
    try {
      const usage = connection
        .prepare<[string], number[]>(
          `select ${FINISHED_STATES.join(', ')} from usage where scope = ?`,
        )
        .raw();
      const total = createCounts();
      for await (const [scope, counts] of this.#countScopes(connection)) {
        for (const [at, count] of counts.entries()) total[at] = (total[at] ?? 0) + count;
        const stored = usage.get(scope) ?? createCounts();
        if (!isSame(stored, counts)) return false;
      }
      const ended = connection
        .prepare<[], [string, number]>('select state, count from ended')
        .raw()
        .all();
      const countByState = new Map(ended);
      const sums = connection
        .prepare<[], number[]>(
          `select ${FINISHED_STATES.map((state) => `total(${state})`).join(', ')} from usage`,
        )
        .raw()
        .get();
      const stored = FINISHED_STATES.map((state) => countByState.get(state) ?? Number.NaN);
      return (
        isSame(stored, total) && isSame(sums ?? [], total) && countByState.size === total.length
      );
    } finally {
      connection.exec('rollback');
    }
  }

  /** Counts the tasks of each scope that have ended, in the order of the scopes. */
  async *#countScopes(connection: SqliteDatabase): AsyncGenerator<readonly [string, Counts]> {
    const rows = connection
      .prepare<[], [string, string]>(
        'select scope, state from task indexed by task_state order by scope, state',
      )
      .raw()
      .iterate();
    let last: string | undefined;
    let counts = createCounts();
    let count = 0;
    for (const [scope, state] of rows) {
      if (last !== undefined && last !== scope) {
        yield [last, counts];
        counts = createCounts();
      }
      last = scope;
      const at = FINISHED_STATES.findIndex((name) => name === state);
      if (at !== -1) counts[at] = (counts[at] ?? 0) + 1;
      count += 1;
      if (count % STEP_TASKS !== 0) continue;
      await sleep(PAUSE_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      if (this.#closing.signal.aborted) return;
    }
    if (last !== undefined) yield [last, counts];
  }
}

function createCounts(): number[] {
  return FINISHED_STATES.map(() => 0);
}

function isSame(first: Counts, second: Counts): boolean {
  return first.length === second.length && first.every((count, at) => count === second[at]);
}
