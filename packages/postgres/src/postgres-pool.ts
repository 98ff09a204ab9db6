import { checkOptions } from '@formwork/schema/options';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { CONNECTION_RULES, type ConnectionOptions } from './connection.ts';
import { toDriverUrl, toStatementTimes } from './driver-settings.ts';
import { createClientPool } from './pooled-client.ts';

/** Options of {@link createPostgresPool}. */
export interface PostgresPoolOptions extends Pick<
  ConnectionOptions,
  'url' | 'schema' | 'statementTimeoutMs'
> {
  /** The largest number of connections in the pool. Default 4. */
  readonly poolSize?: number;
}

/** The time for which the pool tries to make a connection, in milliseconds. */
const CONNECT_MS = 5_000;

/**
 * Makes a pool of connections for tables other than those of tasks, such as those of
 * `createPostgresRegistryStore`. Statements find tables in `schema`, which is made if it is
 * missing. PgBouncer does not work, because it refuses the setting `search_path`.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createPostgresPool } from '@formwork/postgres';
 *
 * const pool = createPostgresPool({ url: 'postgres://formwork@db.internal/agents' });
 * ```
 */
export function createPostgresPool(options: PostgresPoolOptions): PostgresPool {
  const { url, schema, poolSize, statementTimeoutMs } = CONNECTION_RULES;
  checkOptions(options, {
    subject: 'Cannot make a PostgreSQL pool',
    rules: { url, schema, poolSize, statementTimeoutMs },
  });
  const name = options.schema ?? 'formwork';
  const pool = new pg.Pool({
    connectionString: toDriverUrl(options.url),
    application_name: 'formwork',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    ...toStatementTimes(options),
    max: options.poolSize ?? 4,
    options: `-c search_path="${name}"`,
  });
  // An idle connection was cut; the next statement opens another.
  pool.on('error', () => undefined);
  // Nothing else listens to errors of a connection in use; its statement rejects by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const schemas = new SchemaMaker(pool, name);
  return createClientPool(
    async () => {
      await schemas.make();
      return pool.connect();
    },
    () => pool.end(),
  );
}

/** Makes the schema of a pool before its first statement. */
class SchemaMaker {
  readonly #pool: pg.Pool;
  readonly #name: string;
  #creation: Promise<unknown> | undefined;

  constructor(pool: pg.Pool, name: string) {
    this.#pool = pool;
    this.#name = name;
  }

  async make(): Promise<void> {
    // Most roles may not create schemas, so a schema that exists is not created again.
    this.#creation ??= this.#pool.query(`do $$ begin
      if to_regnamespace('"${this.#name}"') is null then create schema "${this.#name}"; end if;
    exception when duplicate_schema or unique_violation then null; end $$`);
    try {
      await this.#creation;
    } catch (error) {
      this.#creation = undefined;
      throw error;
    }
  }
}
