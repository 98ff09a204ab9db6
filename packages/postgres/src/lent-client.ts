import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** The times after which a statement is given up, as settings of connections. */
export interface StatementTimes {
  /** The time that the server counts; absent behind a pooler. */
  readonly statement_timeout?: number;
  /** The time that the client counts. */
  readonly query_timeout: number;
}

/** The options that decide the {@link StatementTimes} of a connection; see `ConnectionOptions`. */
interface StatementOptions {
  readonly statementTimeoutMs?: number;
  readonly isPooled?: boolean;
}

/**
 * The time for which a client waits for an answer after a statement's own time limit, in
 * milliseconds.
 */
const ANSWER_MS = 2_000;

/**
 * Returns the settings by which a statement takes at most some milliseconds. A server that cannot be
 * reached any more does not report it, so the client counts the time itself.
 */
export function toStatementTimes({
  statementTimeoutMs = 10_000,
  isPooled = false,
}: StatementOptions): StatementTimes {
  return {
    // A pooler refuses settings that differ from connection to connection.
    ...(!isPooled && { statement_timeout: statementTimeoutMs }),
    query_timeout: statementTimeoutMs + ANSWER_MS,
  };
}

/**
 * A connection that a pool has lent. One whose statement got no answer ends when it is given back,
 * and takes no further statement: it would wait for the same answer.
 */
export class LentClient {
  readonly #client: pg.PoolClient;
  #broken: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return await this.#client.query<Row>(statement, values && [...values]);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) && error instanceof Error) this.#broken = error;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#broken);
  }
}

/**
 * Makes the pool that Kysely uses. It gives back each connection as if it were whole, so that one
 * which is lost would be lent again and again.
 */
export function createLendingPool(
  connect: () => Promise<pg.PoolClient>,
  end: () => Promise<void>,
): PostgresPool {
  return {
    options: {},
    async connect() {
      const client = new LentClient(await connect());
      const release = (): void => client.release();
      // Nothing here asks for a cursor, the other form of a query.
      const query = (text: string, values: readonly unknown[]) => client.query(text, values);
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end,
  };
}
