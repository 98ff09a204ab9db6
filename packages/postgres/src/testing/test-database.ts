import type { TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createPostgresEngine } from '../create-postgres-engine.ts';
import { startPostgres, type TestPostgres } from './start-postgres.ts';
import { createEngineShelf, type EngineShelf, type TestSchema } from './test-engines.ts';

export type { EngineShelf } from './test-engines.ts';
export {
  startPostgres,
  type ServerPrograms,
  type StartPostgresOptions,
  type TestPostgres,
} from './start-postgres.ts';

/** A PostgreSQL server for tests of engines. */
export interface TestDatabase {
  /** The address of the server's database, as a `postgres://` URL. */
  readonly url: string;
  /** Lends a schema with empty tables to one test, which nothing else uses meanwhile. */
  createPlace(): Promise<TestSchema>;
  /** Makes a shelf of the engines that `create` makes on a schema, which it lends to tests. */
  createTestEngines(create: (schema: string) => TaskEngine): EngineShelf;
  /** Runs a statement on the server, as the server's owner, and returns the rows. */
  query(text: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** The tables of a schema that are emptied between tests; the table of migrations stays. */
const TABLES = ['task', 'event', 'reply', 'push', 'blob', 'tally', 'record', 'question'];

/** The time of the clock of each schema until a test advances it. */
const START = Date.parse('2026-01-01T00:00:00Z');

/** Ends all connections that listen for notifications, as the server's operator may do. */
export async function endListeners({ connection }: TestPostgres): Promise<void> {
  const keeper = new pg.Client(connection);
  await keeper.connect();
  await keeper.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`,
  );
  await keeper.end();
}

/** Starts a PostgreSQL server, or uses the one that `DATABASE_URL` names, and connects to it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await startPostgres();
  const keeper = new pg.Client(server.connection);
  await keeper.connect();
  /**
   * The names of schemas that no test uses now. Emptying their tables is far faster than making new
   * ones.
   */
  const unused: string[] = [];

  async function createSchema(): Promise<string> {
    const schema = `formwork_${randomUUID().replaceAll('-', '')}`;
    const first = createPostgresEngine({ url: server.url, schema, poolSize: 2 });
    await first.countStates();
    await first.close();
    // A sequence can be moved without a change of the catalog, after which each connection would plan
    // all its statements anew.
    await keeper.query(`
      create sequence ${schema}.clock;
      create or replace function ${schema}.now_ms() returns bigint language sql volatile
        as $$ select pg_sequence_last_value('${schema}.clock') $$`);
    return schema;
  }

  async function createPlace(): Promise<TestSchema> {
    const schema = unused.pop() ?? (await createSchema());
    let time = START;
    async function setClock(): Promise<void> {
      await keeper.query(`select setval('${schema}.clock', $1)`, [time]);
    }
    async function empty(): Promise<void> {
      await keeper.query(TABLES.map((table) => `delete from ${schema}.${table};`).join(''));
      time = START;
      await setClock();
    }
    await setClock();
    return {
      settings: { url: server.url, schema },
      async advance(milliseconds) {
        time += milliseconds;
        await setClock();
      },
      empty,
      async drop() {
        await empty();
        unused.push(schema);
      },
    };
  }

  return {
    url: server.url,
    createPlace,
    createTestEngines: (create) => createEngineShelf(createPlace, create),
    async query(text) {
      return (await keeper.query(text)).rows;
    },
    async close() {
      await keeper.end();
      await server.stop();
    },
  };
}
