import { isFormworkError } from '@formwork/schema';
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { RegistryStorageError } from './errors.ts';
import type { RegistryStore } from './store/registry-store.ts';
import { createSqlStore } from './store/sql/create-sql-store.ts';
import { migrate, type Tables } from './store/sql/tables.ts';

/** Options of {@link createPostgresRegistryStore}. */
export interface PostgresRegistryStoreOptions {
  /** The connection pool, `new Pool(...)` of the package `pg`. Closing the store ends it. */
  readonly pool: PostgresPool;
}

/**
 * The codes of PostgreSQL for a transaction that was ended because it collided with another; it is
 * tried again.
 */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01']);
const ATTEMPTS = 10;
const PAUSE_MS = 10;

/**
 * Makes a store that keeps a registry in a PostgreSQL database, for registries that run on several
 * machines. Its tables are made in the first schema of the connection's search path.
 */
export function createPostgresRegistryStore({ pool }: PostgresRegistryStoreOptions): RegistryStore {
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return createSqlStore(database, {
    async migrate() {
      await migrate(database, 'postgres');
      await checkRights(database);
    },
    lockRows: 'for update skip locked',
    lockAdding: (transaction) =>
      sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' registry_agent', 0))`.execute(
        transaction,
      ),
    guard,
  });
}

async function guard<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const code = isFormworkError(error) ? undefined : findCode(error);
      if (code === undefined) throw error;
      if (!COLLISIONS.has(code) || attempt === ATTEMPTS) {
        throw toStorageError(code, error);
      }
    }
    await sleep(PAUSE_MS * attempt);
  }
}

/** The codes of errors that last: of users, passwords, names of databases and rights. */
const LASTING: ReadonlySet<string> = new Set(['28P01', '28000', '3D000', '3F000', '42501']);

function toStorageError(code: string, cause: unknown): RegistryStorageError {
  if (!LASTING.has(code)) return new RegistryStorageError(code, { cause });
  const reason = cause instanceof Error ? cause.message : 'it is refused';
  const advice =
    code === '42501'
      ? 'grant the user usage and create on the schema, and select, insert, update and delete on all its tables'
      : 'correct the address of the database';
  const message = `Cannot use the storage of the registry because ${reason} (${code}): ${advice}`;
  return new RegistryStorageError(code, { cause, message, isLasting: true });
}

/**
 * Checks that the user may read and write the tables, so that a registry does not begin which
 * refuses every registration.
 */
async function checkRights(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select c.relname as name from pg_class c
      cross join unnest('{select,insert,update,delete}'::text[]) as needed(privilege)
      where c.relnamespace = to_regnamespace(quote_ident(current_schema())) and c.relkind in ('r', 'p')
        and c.relname = any('{registry_agent,registry_term,registry_change,registry_pin}'::text[])
        and not has_table_privilege(c.oid, privilege) order by c.relname limit 1
  `.execute(database);
  const [missing] = rows;
  if (missing === undefined) return;
  throw Object.assign(new Error(`permission denied for table ${missing.name}`), { code: '42501' });
}

/** The messages with which a driver gives up a connection, in errors that have no code. */
const LOST = /timeout|timed out|connection terminated|not queryable/iu;

/**
 * Returns the code of an error: PostgreSQL's, or the system's if the connection failed;
 * `CONNECTION_LOST` if the driver gave the connection up; `undefined` for any other error.
 */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return LOST.test(error.message) ? 'CONNECTION_LOST' : undefined;
}
