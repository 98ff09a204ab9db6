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
    migrate: () => migrate(database, 'postgres'),
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
        throw new RegistryStorageError(code, { cause: error });
      }
    }
    await sleep(PAUSE_MS * attempt);
  }
}

/**
 * Returns the code of an error: PostgreSQL's, or the system's if the connection failed; `undefined`
 * if it has none.
 */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
