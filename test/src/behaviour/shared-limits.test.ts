// One binding: counters that several servers share are the subject; the doors count alike.
import { startPostgres } from '@formwork/postgres/testing';
import { createApiKeyAuthentication, type CreateRequestCounter } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { afterAll, expect, test } from 'vitest';
import { CLIENT, openDoor, toRequest } from '../messages/door/open-door.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { ALL_DOORS, type Door } from '../support/doors.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

const input = { schema: 'open', data: { word: 'hello' } };

const authenticate = createApiKeyAuthentication({ keys: { ada: 'ada', bob: 'bob' } });

/** A replica's counter of requests in a shared database. */
interface Counters {
  readonly createRequestCounter: CreateRequestCounter;
  /** The SQL statements that the replica sent to count requests. */
  readonly statements: readonly string[];
}

const TABLE = 'request_count';

const server = await startPostgres({ isOwn: true });
afterAll(() => server.stop());

/** Makes a database with the table of counters, and returns its URL. */
async function createDatabase(): Promise<string> {
  const name = `counters_${randomUUID().replaceAll('-', '')}`;
  await query(server.connection, `create database ${name}`);
  await query(
    { ...server.connection, database: name },
    `create table ${TABLE}
    (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
  );
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
}

async function query(connection: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(text);
  await client.end();
}

function openCounters(url: string): Counters {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const statements: string[] = [];
  pool.on('acquire', () => statements.push('count'));
  return {
    statements,
    createRequestCounter: (settings) =>
      new RateLimiterPostgres({
        ...settings,
        // However busy the machine is, the next window does not begin within a test.
        duration: 3_600,
        storeClient: pool,
        tableName: TABLE,
        tableCreated: true,
      }),
  };
}

async function ask(door: Door, url: string, key: string): Promise<number> {
  const response = await door.stream(url, input, { 'x-api-key': key });
  await response.text();
  return response.status;
}

test.each(ALL_DOORS)(
  '$name: replicas with counters in one database serve a caller so many requests together',
  async (door) => {
    const database = await createDatabase();
    const replicas = await Promise.all(
      [0, 1].map(async () => {
        const { statements, createRequestCounter } = openCounters(database);
        const limits = { requestsPerMinute: 6 };
        const options = { ...WITH_GRPC, authenticate, limits, createRequestCounter };
        return { ...(await startServer(scopedAgent, options)), statements };
      }),
    );
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      statuses.push(await ask(door, replicas[n % 2]?.url ?? '', 'ada'));
    }
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    // Each served request takes one statement; a refused caller costs one more for each replica.
    const asked = replicas.flatMap(({ statements }) => statements).length;
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(asked).toBeLessThanOrEqual(8);
    for (const { url } of replicas) expect(await ask(door, url, 'bob')).toBe(200);
  },
);

test.each(ALL_DOORS)(
  '$name: while the database is away, each replica counts for itself',
  async (door) => {
    const database = new URL(await createDatabase());
    const proxy = await startCuttingProxy(database.href);
    database.port = new URL(proxy.url).port;
    const { createRequestCounter } = openCounters(database.href);
    const { url, logged } = await startServer(scopedAgent, {
      ...WITH_GRPC,
      authenticate,
      limits: { requestsPerMinute: 3 },
      createRequestCounter,
    });
    expect(await ask(door, url, 'ada')).toBe(200);
    proxy.refuse(true);
    proxy.cut();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push(await ask(door, url, 'ada'));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(logged.filter((line) => line.includes('counted by each process alone')).length).toBe(1);
  },
);

test('messages in a minute are counted together, too', async () => {
  const database = await createDatabase();
  const doors = await Promise.all(
    [0, 1].map(async () => {
      const { createRequestCounter } = openCounters(database);
      return openDoor({ maxPerMinute: 2, server: { createRequestCounter, limits: false } });
    }),
  );
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answered = await doors[n % 2]?.post({ ...toRequest('echo'), sender_id: CLIENT });
    statuses.push(answered?.status ?? 0);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
});
