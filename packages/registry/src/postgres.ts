import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { RegistryStorageError } from './errors.ts';
import type { RegistryStore } from './store/registry-store.ts';
import { createSqlStore } from './store/sql/create-sql-store.ts';
import { migrate, type Tables } from './store/sql/tables.ts';

/** Options of {@link createPostgresRegistryStore}. */
export interface PostgresRegistryStoreOptions {
  /** `new Pool(...)` of the package `pg`. The store ends it when it is closed. */
  readonly pool: PostgresPool;
}

/** Two transactions stood in each other's way: the one that was ended is run again. */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01']);
const ATTEMPTS = 10;
const PAUSE_MS = 10;

/**
 * Keeps a registry in a PostgreSQL database, for registries on several machines. Its tables are
 * made in the first schema of the connection's search path.
 */
export function createPostgresRegistryStore({ pool }: PostgresRegistryStoreOptions): RegistryStore {
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return createSqlStore(database, {
    migrate: () => migrate(database, 'postgres'),
    lockRows: 'for update skip locked',
    guard,
  });
}

async function guard<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const code = findCode(error);
      if (code === undefined) throw error;
      if (!COLLISIONS.has(code) || attempt === ATTEMPTS) {
        throw new RegistryStorageError(code, { cause: error });
      }
    }
    await sleep(PAUSE_MS * attempt);
  }
}

/** The code of PostgreSQL, or of the system when there is no connection. */
function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
