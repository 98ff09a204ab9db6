import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RegistryStore } from '../store/registry-store.ts';
import { describeRegistryStore } from '../testing/describe-registry-store.ts';
import { createNewAgent, START } from '../testing/samples.ts';
import { startPostgres, type TestPostgres } from '../testing/start-postgres.ts';
import { createPostgresRegistryStore } from './create-postgres-registry-store.ts';

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.stop());

async function createDatabase(): Promise<string> {
  const database = `d${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return database;
}

function open(database: string): RegistryStore {
  const pool = new pg.Pool({
    host: server.host,
    user: server.user,
    database,
    max: 5,
  });
  const store = createPostgresRegistryStore({ pool });
  onTestFinished(() => store.close());
  return store;
}

describeRegistryStore('createPostgresRegistryStore()', {
  open: async () => open(await createDatabase()),
});

test('registries of several processes share one database', async () => {
  const database = await createDatabase();
  // Both make the tables at once.
  const stores = [open(database), open(database)];
  await Promise.all(
    stores.map(async (store, side) => {
      for (let index = 0; index < 20; index += 1) {
        await store.add(createNewAgent(`a${side}-${index}`, { nextCheck: START }));
      }
    }),
  );
  const taken = await Promise.all(
    stores.flatMap((store) =>
      Array.from({ length: 4 }, () =>
        store.takeDue({ time: START, until: START + 1_000, limit: 10 }),
      ),
    ),
  );
  const ids = taken.flat().map(({ agentId }) => agentId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await stores[0]?.count()).toBe(40);
});

test('a server that is not there is told by its code', async () => {
  const pool = new pg.Pool({ host: '/nowhere', user: 'test', database: 'postgres' });
  const store = createPostgresRegistryStore({ pool });
  onTestFinished(() => store.close());
  await expect(store.count()).rejects.toMatchObject({
    code: 'REGISTRY_STORAGE',
    storageCode: 'ENOENT',
  });
});
