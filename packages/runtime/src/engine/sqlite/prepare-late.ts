import type Database from 'better-sqlite3';

/** The part of a statement of better-sqlite3 that this engine uses. */
export interface LateStatement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): Database.RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): readonly Row[];
}

/**
 * A statement that SQLite compiles when it is first used: there are dozens, compiling them takes
 * longer than all else when a file is opened, and most programs use few of them.
 */
export function prepareLate<Parameters extends readonly unknown[] = [], Row = unknown>(
  database: Database.Database,
  sql: string,
): LateStatement<Parameters, Row> {
  let prepared: Database.Statement<unknown[], Row> | undefined;
  const prepare = (): Database.Statement<unknown[], Row> =>
    (prepared ??= database.prepare<unknown[], Row>(sql));
  return {
    run: (...parameters) => prepare().run(...parameters),
    get: (...parameters) => prepare().get(...parameters),
    all: (...parameters) => prepare().all(...parameters),
  };
}
