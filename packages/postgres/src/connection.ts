import type { EngineStorageError } from '@formwork/runtime';
import { ESCAPED_PASSWORD, hasSplitPassword } from '@formwork/schema/internal';
import {
  BOOLEAN_RULE,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import { Kysely, PostgresDialect } from 'kysely';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  codeOf,
  createConnectionFaults,
  isUnreachable,
  type ConnectionFaults,
} from './connection-faults.ts';
import { toDriverUrl, toStatementTimes } from './driver-settings.ts';
import { createClientPool, PooledClient } from './pooled-client.ts';
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
  readonly label: string;
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
  const { isPooled = false, schema: schemaName = 'formwork' } = options;
  const pool = new DatabasePool(options, schemaName);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool.lend() }) });
  return {
    schema: `"${schemaName}"`,
    label: `${pool.label}, schema ${JSON.stringify(schemaName)}`,
    database: database.withSchema(schemaName),
    run: (statement, values) => pool.run(statement, values),
    transact: (work) => pool.transact(work),
    guard: (run) => pool.guard(run),
    prepare: (name, text) => (isPooled ? { text } : { name: `formwork_${name}`, text }),
    openClient: () => pool.openClient(),
    refuse: (...refusal) => pool.refuse(...refusal),
    giveUp: () => pool.giveUp(),
    close: () => pool.close(),
  };
}

/** The connections of one engine to its database, and the errors that they fail with. */
class DatabasePool {
  readonly #settings: pg.ClientConfig;
  readonly #faults: ConnectionFaults;
  readonly #pool: pg.Pool;
  /** The sockets of the pool, to be cut when it does not end. */
  readonly #sockets = new Set<Socket>();
  #isGivenUp = false;

  constructor(options: ConnectionOptions, schemaName: string) {
    const { url, poolSize = 10, statementTimeoutMs = 10_000, isPooled = false } = options;
    const settings: pg.ClientConfig = {
      connectionString: toDriverUrl(url),
      application_name: 'formwork',
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      types: { getTypeParser: findParser },
      ...toStatementTimes(options),
      ...(!isPooled && { idle_in_transaction_session_timeout: statementTimeoutMs }),
    };
    this.#settings = settings;
    this.#faults = createConnectionFaults(createSample(settings), schemaName);
    this.#pool = new pg.Pool({ ...settings, max: poolSize, stream: () => this.#openSocket() });
    // An idle connection was cut; the next statement opens another.
    this.#pool.on('error', () => undefined);
    // Nothing else listens to errors of a connection in use; its statement rejects by itself.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  get label(): string {
    return this.#faults.label;
  }

  get refuse(): ConnectionFaults['refuse'] {
    return this.#faults.refuse;
  }

  /** Makes the pool that lends these connections to Kysely. */
  lend(): ReturnType<typeof createClientPool> {
    return createClientPool(
      () => this.#connect(),
      () => this.#pool.end(),
    );
  }

  run<Row>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.guard(() => this.#withClient((client) => query<Row>(client, statement, values)));
  }

  transact<Value>(work: (run: Run) => Promise<Value>): Promise<Value> {
    return this.guard(() => this.#transactOnce(work));
  }

  /**
   * Runs a transaction, runs it again when it collides with another one, and turns errors into
   * `EngineStorageError`.
   */
  async guard<Value>(run: () => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (error) {
        if (!COLLISIONS.has(codeOf(error)) || attempt === COLLISION_ATTEMPTS) {
          throw this.#faults.toStorageError(error);
        }
      }
      await sleep(Math.random() * 20 * attempt);
    }
  }

  async openClient(): Promise<OwnClient> {
    const socket = new Socket();
    const client = new pg.Client({ ...this.#settings, stream: () => socket });
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
  }

  giveUp(): void {
    this.#isGivenUp = true;
  }

  async close(): Promise<void> {
    this.#isGivenUp = true;
    // The pool is ended directly, because Kysely ends only a pool that it has used. It waits for
    // statements under way, which a database that is away never answers.
    await waitAtMost(CLOSE_MS, this.#pool.end());
    for (const socket of this.#sockets) socket.destroy();
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  async #connect(): Promise<pg.PoolClient> {
    const end = performance.now() + PATIENCE_MS;
    for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        const isOver = this.#isGivenUp || !isUnreachable(error) || performance.now() + pause > end;
        if (isOver) throw this.#faults.toConnectError(error);
      }
      await sleep(pause);
    }
  }

  /** Calls `work` with a connection of the pool, and gives it back. */
  async #withClient<Value>(work: (client: PooledClient) => Promise<Value>): Promise<Value> {
    const client = new PooledClient(await this.#connect());
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  #transactOnce<Value>(work: (run: Run) => Promise<Value>): Promise<Value> {
    return this.#withClient(async (client) => {
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
}

async function query<Row>(
  client: PooledClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const config = { ...statement, values: [...values] };
  const { rows } = await client.query<Row & pg.QueryResultRow>(config);
  return rows;
}

/** Waits until some work is over, and at most the given milliseconds. Never rejects. */
export async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const timeout = sleep(limitMs, undefined, { ref: false });
  await Promise.race([work.catch(() => undefined), timeout]);
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
      `Cannot use a PostgreSQL database because url must be an address that can be read: ${reason}`,
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
