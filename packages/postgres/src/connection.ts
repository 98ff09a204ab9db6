import type { EngineStorageError } from '@formwork/runtime';
import type { OptionRule } from '@formwork/schema';
import {
  BOOLEAN_RULE,
  createIntegerRule,
  createTimerRule,
  ESCAPED_PASSWORD,
  hasSplitPassword,
} from '@formwork/schema/internal';
import { Kysely, PostgresDialect } from 'kysely';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, createConnectionFaults, isUnreachable } from './connection-faults.ts';
import { toDriverUrl } from './driver-url.ts';
import { createLendingPool, LentClient } from './lent-client.ts';
import { toStatementTimes } from './statement-times.ts';
import type { Tables } from './tables.ts';

/** An SQL statement, in which `$1`, `$2` and so on stand for its values. */
interface Statement {
  readonly text: string;
  /**
   * The name under which each connection prepares the statement once; absent for a statement that
   * is not prepared.
   */
  readonly name?: string;
  /** The time after which the client gives it up, in milliseconds. Default: that of all. */
  readonly query_timeout?: number;
}

/** Runs a statement and returns its rows. */
export type Run = <Row>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<readonly Row[]>;

/** A connection outside of the pool, which the function that opened it must end. */
export interface OwnClient {
  readonly client: pg.Client;
  /** Ends the connection; cuts it if the server does not answer. Never rejects. */
  end(): Promise<void>;
}

/** The connections of an engine to its database. All methods reject with `EngineStorageError`. */
export interface Connection {
  /** The name of the schema that has the tables, in double quotes for use in SQL. */
  readonly schema: string;
  /** Names the database to people, without its password: host, port, database and schema. */
  readonly place: string;
  /** Builds and runs statements on tables of {@link Tables}, outside of `transact`. */
  readonly database: Kysely<Tables>;
  /**
   * Runs a statement as a transaction of its own, and repeats it if it collides with other
   * transactions.
   */
  readonly run: Run;
  /**
   * Runs statements in one transaction, and repeats all of them if they collide with other
   * transactions.
   */
  readonly transact: <Value>(work: (run: Run) => Promise<Value>) => Promise<Value>;
  /**
   * Makes a statement that each connection prepares under a name. Behind a pooler it has no name,
   * because processes may share connections there.
   */
  readonly prepare: (name: string, text: string) => Statement;
  /**
   * Runs statements of {@link database} again when they collide with other transactions, and turns
   * their errors into `EngineStorageError`.
   */
  readonly guard: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Opens a connection outside of the pool, which the caller of this function must end. */
  openClient(): Promise<OwnClient>;
  /** Makes the error of a refusal with a code of PostgreSQL that a question has found. */
  readonly refuse: (code: string) => EngineStorageError;
  /** Ends attempts to reach a database that is away, so that closing does not wait for it. */
  giveUp(): void;
  /** Ends the connections; after a moment also those whose statement gets no answer. */
  close(): Promise<void>;
}

/** The address and schema of a PostgreSQL database, and the limits of connections to it. */
export interface ConnectionOptions {
  /** The address of the database: `postgres://user:password@host:5432/name`. */
  readonly url: string;
  /**
   * The schema that has the tables; it is made if it is missing. Different agents need different
   * ones. Default `formwork`.
   */
  readonly schema?: string;
  /**
   * The largest number of connections, besides one that listens for notifications. Default 10. All
   * replicas together must stay below `max_connections` of the server.
   */
  readonly poolSize?: number;
  /** The longest time that one statement may take, in milliseconds. Default 10,000. */
  readonly statementTimeoutMs?: number;
  /**
   * True if the address is that of a pooler which gives each transaction any connection (PgBouncer
   * with `pool_mode = transaction`): then no statements are prepared. Default false.
   */
  readonly isPooled?: boolean;
}

const URL_RULE: OptionRule = {
  expected: `the address of a PostgreSQL database, "postgres://...", ${ESCAPED_PASSWORD}`,
  isValid: (value) =>
    typeof value === 'string' && /^postgres(?:ql)?:\/\//i.test(value) && !hasSplitPassword(value),
  // A wrong address may contain a password all the same.
  describe: (value) => (typeof value === 'string' ? describeAddress(value) : undefined),
};

function describeAddress(address: string): string {
  const [, scheme] = /^([a-z][a-z\d+.-]*:\/\/)./iu.exec(address) ?? [];
  return scheme === undefined ? 'not shown' : `"${scheme}..."`;
}

const SCHEMA_RULE: OptionRule = {
  expected: 'a name of 1 to 48 letters, digits or "_"',
  isValid: (value) => typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,47}$/.test(value),
};

/** The rules by which the values of {@link ConnectionOptions} are checked. */
export const CONNECTION_RULES: {
  readonly [Name in keyof Required<ConnectionOptions>]: OptionRule;
} = {
  url: URL_RULE,
  schema: SCHEMA_RULE,
  poolSize: createIntegerRule(2),
  statementTimeoutMs: createTimerRule(1),
  isPooled: BOOLEAN_RULE,
};

/**
 * PostgreSQL's error codes for a transaction that collided with another one: serialization and
 * deadlock.
 */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01']);

const COLLISION_ATTEMPTS = 10;

/** The time for which a call tries to get a connection before it fails, in milliseconds. */
const PATIENCE_MS = 5_000;

/** The time that a connection has to end by itself before it is cut, in milliseconds. */
const GOODBYE_MS = 500;

/** The time that the pool has to end before closing goes on without it, in milliseconds. */
const CLOSE_MS = 1_000;

/**
 * Makes the access of an engine to its database; the first statement opens the first connection.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, poolSize = 10, statementTimeoutMs = 10_000, isPooled = false } = options;
  const schemaName = options.schema ?? 'formwork';
  const settings: pg.ClientConfig = {
    connectionString: toDriverUrl(url),
    application_name: 'formwork',
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE_MS,
    types: { getTypeParser: findParser },
    ...toStatementTimes(options),
    ...(!isPooled && { idle_in_transaction_session_timeout: statementTimeoutMs }),
  };
  const faults = createConnectionFaults(createSample(settings), schemaName);
  let isGivenUp = false;
  /** The sockets of the pool, to be cut when it does not end. */
  const sockets = new Set<Socket>();
  function openSocket(): Socket {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  }
  const pool = new pg.Pool({ ...settings, max: poolSize, stream: openSocket });
  // An idle connection was cut; the next statement opens another.
  pool.on('error', () => undefined);
  // Nobody else listens to errors of a connection in use; its statement rejects by itself.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function connect(): Promise<pg.PoolClient> {
    const end = performance.now() + PATIENCE_MS;
    for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
      try {
        return await pool.connect();
      } catch (error) {
        const isOver = isGivenUp || !isUnreachable(error) || performance.now() + pause > end;
        if (isOver) throw faults.toConnectError(error);
      }
      await sleep(pause);
    }
  }

  /** Calls `work` with a connection of the pool, and gives it back. */
  async function withClient<Value>(work: (client: LentClient) => Promise<Value>): Promise<Value> {
    const client = new LentClient(await connect());
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  async function transactOnce<Value>(work: (run: Run) => Promise<Value>): Promise<Value> {
    return withClient(async (client) => {
      await client.query('begin');
      try {
        const value = await work((statement, values) => query(client, statement, values));
        await client.query('commit');
        return value;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
  }

  /**
   * Runs a transaction, runs it again when it collides with another one, and turns errors into
   * `EngineStorageError`.
   */
  async function guard<Value>(run: () => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (!COLLISIONS.has(codeOf(error)) || attempt === COLLISION_ATTEMPTS) {
          throw faults.toStorageError(error);
        }
      }
      await sleep(Math.random() * 20 * attempt);
    }
  }

  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createLendingPool(connect, () => pool.end()) }),
  });
  return {
    schema: `"${schemaName}"`,
    place: `${faults.place}, schema ${JSON.stringify(schemaName)}`,
    database: database.withSchema(schemaName),
    run: (statement, values) =>
      guard(() => withClient((client) => query(client, statement, values))),
    transact: (work) => guard(() => transactOnce(work)),
    guard,
    prepare: (name, text) => (isPooled ? { text } : { name: `formwork_${name}`, text }),
    async openClient() {
      const socket = new Socket();
      const client = new pg.Client({ ...settings, stream: () => socket });
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (error) {
        socket.destroy();
        throw error;
      }
      return {
        client,
        async end() {
          await waitAtMost(GOODBYE_MS, client.end());
          socket.destroy();
        },
      };
    },
    refuse: faults.refuse,
    giveUp() {
      isGivenUp = true;
    },
    async close() {
      isGivenUp = true;
      // The pool is ended directly, because Kysely ends only a pool that it has used. It waits for
      // statements under way, which a database that is away never answers.
      await waitAtMost(CLOSE_MS, pool.end());
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function query<Row>(
  client: LentClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const config = { ...statement, values: [...values] };
  const { rows } = await client.query<Row & pg.QueryResultRow>(config);
  return rows;
}

/** Waits until some work is over, and at most the given milliseconds. Never rejects. */
export async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const late = sleep(limitMs, undefined, { ref: false });
  await Promise.race([work.catch(() => undefined), late]);
}

/**
 * Makes a client that is never connected, to learn what its settings lead to.
 *
 * @throws TypeError for an address that cannot be read; it shows nothing of the address
 */
function createSample(settings: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(settings);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it is not a URL';
    throw new TypeError(
      `Cannot use a PostgreSQL database as url must be an address that can be read: ${reason}`,
      { cause },
    );
  }
}

/**
 * Finds the parser for a type of column. All integers of eight bytes in these tables are exact as
 * JavaScript numbers.
 */
const findParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
