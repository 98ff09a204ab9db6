import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * A connection that a pool has lent. One whose statement got no answer ends when it is given back,
 * and takes no further statement: it would wait for the same answer.
 */
export class PooledClient {
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
export function createClientPool(
  connect: () => Promise<pg.PoolClient>,
  end: () => Promise<void>,
): PostgresPool {
  return {
    options: {},
    async connect() {
      const client = new PooledClient(await connect());
      const release = (): void => client.release();
      // Nothing here asks for a cursor, the other form of a query.
      const query = (text: string, values: readonly unknown[]) => client.query(text, values);
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end,
  };
}
