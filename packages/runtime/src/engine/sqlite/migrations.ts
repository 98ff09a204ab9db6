import { setTimeout as sleep } from 'node:timers/promises';
import { EngineSchemaUnknownError } from '../../errors.ts';
import { isLocked } from '../../file-refusal.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { MIGRATIONS, STEPS_BEFORE_RELEASE } from './migration-steps.ts';
import { toStorageError } from './statements.ts';

const MIGRATION_TABLE = 'formwork_migration';
const RETRY_MS = 5;
const PATIENCE_MS = 30_000;

/**
 * Returns true if all migrations of this version have been applied to a database.
 *
 * @throws EngineSchemaUnknownError when the database has migrations that this version does not know
 */
export function checkMigrationTable(database: SqliteDatabase): boolean {
  const migrationNames = readMigrationTable(database);
  const unknown = migrationNames.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) {
    throw new EngineSchemaUnknownError(database.name, unknown);
  }
  return migrationNames.length === Object.keys(MIGRATIONS).length;
}

function readMigrationTable(database: SqliteDatabase): readonly string[] {
  if (!hasMigrationTable(database)) return [];
  const names = database
    .prepare<[], string>(`select name from ${MIGRATION_TABLE} order by name`)
    .pluck()
    .all();
  // A store with all the steps from before the release has the tables that one migration makes now.
  const isOlder = STEPS_BEFORE_RELEASE.every((step) => names.includes(step));
  if (!isOlder) return names;
  return ['0001-tables', ...names.filter((name) => !STEPS_BEFORE_RELEASE.includes(name))];
}

/** Returns true if a database has the table of migrations, and so belongs to an engine. */
export function hasMigrationTable(database: SqliteDatabase): boolean {
  const find = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  return find.get(MIGRATION_TABLE) !== undefined;
}

/**
 * Applies the missing migrations, all or none. The caller MUST NOT use the connection until it
 * resolves.
 */
export async function migrate(database: SqliteDatabase): Promise<void> {
  try {
    await beginImmediate(database);
    try {
      // Another process may have applied the migrations while this one waited for the lock.
      if (!checkMigrationTable(database)) {
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
 * Begins a write transaction, and waits for the lock without blocking: another engine of this
 * process may hold it, and needs the event loop to release it.
 */
async function beginImmediate(database: SqliteDatabase): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec('begin immediate');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) {
        throw error;
      }
    }
    await sleep(RETRY_MS);
  }
}

function runMigrations(database: SqliteDatabase): void {
  database.exec(
    `create table if not exists ${MIGRATION_TABLE} (name text not null primary key, timestamp text not null)`,
  );
  const migrationNames = readMigrationTable(database);
  const note = database.prepare(`insert into ${MIGRATION_TABLE} (name, timestamp) values (?, ?)`);
  for (const [name, statements] of Object.entries(MIGRATIONS)) {
    if (migrationNames.includes(name)) continue;
    database.exec(statements.join(';\n'));
    note.run(name, new Date().toISOString());
  }
}
