import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { createApiKeyAuthentication, type CreateRequestCounter } from '@formwork/server';
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { CLIENT, openDoor, toRequest } from '../messages/door/open-door.ts';
import { startServer } from '../support/start-server.ts';
import { scopedAgent } from '../support/scoped-agent.ts';
import { onTestFinished } from '../support/test-end.ts';

const authenticate = createApiKeyAuthentication({ keys: { ada: 'ada', bob: 'bob' } });

/** A database, with the counters of a replica. */
interface Counters {
  readonly createRequestCounter: CreateRequestCounter;
  /** The statements that counted requests. */
  readonly statements: readonly string[];
}

const TABLE = 'request_count';

/** Starts a server of its own with the table of counters. */
async function startDatabase(): Promise<TestPostgres> {
  const database = await startPostgres({ isOwn: true });
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(`create table ${TABLE}
    (key varchar(255) primary key, points integer not null default 0, expire bigint)`);
  await client.end();
  return database;
}

function openCounters(url: string): Counters {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 500 });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const statements: string[] = [];
  pool.on('acquire', () => statements.push('count'));
  return {
    statements,
    createRequestCounter: (settings) =>
      new RateLimiterPostgres({
        ...settings,
        storeClient: pool,
        tableName: TABLE,
        tableCreated: true,
      }),
  };
}

async function askList(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/a2a/rest/v1/tasks`, {
    headers: { 'x-api-key': key, 'a2a-version': '1.0' },
  });
  await response.text();
  return response.status;
}

test('replicas with counters in one database serve a caller so many requests together', async () => {
  const database = await startDatabase();
  onTestFinished(() => database.stop());
  const replicas = await Promise.all(
    [0, 1].map(async () => {
      const { statements, createRequestCounter } = openCounters(database.url);
      const limits = { requestsPerMinute: 10 };
      const server = await startServer(scopedAgent, { authenticate, limits, createRequestCounter });
      return { ...server, statements };
    }),
  );
  const statuses: number[] = [];
  for (let n = 0; n < 16; n += 1) statuses.push(await askList(replicas[n % 2]?.url ?? '', 'ada'));
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.slice(10)).toEqual(statuses.slice(10).map(() => 429));
  // One for each request that was served; who has used up its requests costs one for each replica.
  const asked = replicas.flatMap(({ statements }) => statements).length;
  expect(asked).toBeGreaterThanOrEqual(10);
  expect(asked).toBeLessThanOrEqual(12);
  for (const { url } of replicas) expect(await askList(url, 'bob')).not.toBe(429);
}, 60_000);

test('while the database is away, each replica counts for itself', async () => {
  const database = await startDatabase();
  const { createRequestCounter } = openCounters(database.url);
  const { url, logged } = await startServer(scopedAgent, {
    authenticate,
    limits: { requestsPerMinute: 3 },
    createRequestCounter,
  });
  expect(await askList(url, 'ada')).not.toBe(429);
  await database.stop();
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push(await askList(url, 'ada'));
  expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true, true]);
  expect(logged.filter((line) => line.includes('counted by each process alone')).length).toBe(1);
}, 60_000);

test('messages in a minute are counted together, too', async () => {
  const database = await startDatabase();
  onTestFinished(() => database.stop());
  const doors = await Promise.all(
    [0, 1].map(async () => {
      const { createRequestCounter } = openCounters(database.url);
      return openDoor({ maxPerMinute: 2, server: { createRequestCounter, limits: false } });
    }),
  );
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answered = await doors[n % 2]?.post({ ...toRequest('echo'), sender_id: CLIENT });
    statuses.push(answered?.status ?? 0);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
}, 60_000);
