import type Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineSchemaUnknownError } from '../../errors.ts';
import { toChecksum, toPushChecksum } from './checksums.ts';
import { MIGRATIONS } from './migrations.ts';
import { isBusy, toStorageError } from './statements.ts';

const LEDGER = 'formwork_migration';
const RETRY_MS = 5;
const PATIENCE_MS = 30_000;

/**
 * True when all migrations were made. Throws `EngineSchemaUnknownError` when there are others.
 */
export function checkLedger(database: Database.Database): boolean {
  const made = readLedger(database);
  const unknown = made.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) {
    throw new EngineSchemaUnknownError(database.name, unknown);
  }
  return made.length === Object.keys(MIGRATIONS).length;
}

function readLedger(database: Database.Database): readonly string[] {
  const exists = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    .get(LEDGER);
  return exists === undefined
    ? []
    : database.prepare<[], string>(`select name from ${LEDGER} order by name`).pluck().all();
}

/** Makes the migrations that are missing, all or none. Nobody else MUST use the connection meanwhile. */
export async function migrate(database: Database.Database): Promise<void> {
  try {
    await beginImmediate(database);
    try {
      // Someone else may have made them while we waited for the lock.
      if (!checkLedger(database)) {
        runMigrations(database);
      }
      database.exec('commit');
    } catch (error) {
      if (database.inTransaction) {
        database.exec('rollback');
      }
      throw error;
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Whoever holds the write lock may be another engine of this process that needs the event loop to
 * go on: so no waiting inside of SQLite.
 */
async function beginImmediate(database: Database.Database): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) {
        throw error;
      }
    }
    await sleep(RETRY_MS);
  }
}

function runMigrations(database: Database.Database): void {
  database.exec(
    `create table if not exists ${LEDGER} (name text not null primary key, timestamp text not null)`,
  );
  database.function('event_checksum', { deterministic: true, varargs: true }, checksumOf);
  database.function('push_checksum', { deterministic: true, varargs: true }, pushChecksumOf);
  const made = readLedger(database);
  const note = database.prepare(`insert into ${LEDGER} (name, timestamp) values (?, ?)`);
  for (const [name, statements] of Object.entries(MIGRATIONS)) {
    if (made.includes(name)) continue;
    for (const statement of statements) database.exec(statement);
    note.run(name, new Date().toISOString());
  }
}

/** As SQLite calls it. */
function pushChecksumOf(...[task, id, config, seq]: readonly unknown[]): number {
  return toPushChecksum({
    task_number: Number(task),
    id: readText(id),
    config: readText(config),
    seq: Number(seq),
  });
}

function readText(column: unknown): string {
  return typeof column === 'string' ? column : '';
}

/** As SQLite calls it; the last three are null but for the first row of a task. */
function checksumOf(...columns: readonly unknown[]): number {
  const [id, time, text, ...owner] = columns;
  const [taskId, scope, contextId] = owner.map(readText);
  return toChecksum(
    { id: Number(id), time: Number(time), text: readText(text) },
    owner[0] === null
      ? undefined
      : { id: taskId ?? '', scope: scope ?? '', context_id: contextId ?? '' },
  );
}
