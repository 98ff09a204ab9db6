import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRegistry } from './create-registry.ts';
import { createPostgresRegistryStore } from './postgres.ts';
import type { RegistryStore } from './store/registry-store.ts';
import { describeRegistryStore } from './testing/describe-registry-store.ts';
import { createNewAgent, START } from './testing/samples.ts';

const places: string[] = [];
let server: TestPostgres | undefined;
let keeper: pg.Client | undefined;

beforeAll(async () => {
  server = await startPostgres();
  keeper = new pg.Client(server.connection);
  await keeper.connect();
});

// The schemas are dropped, because the server may belong to somebody else.
afterAll(async () => {
  if (places.length > 0) await keeper?.query(`drop schema ${places.join()} cascade`);
  await keeper?.end();
  await server?.stop();
});

/** Creates a PostgreSQL schema for one store; a database would take a hundred times as long. */
async function createPlace(): Promise<string> {
  const place = `formwork_${randomUUID().replaceAll('-', '')}`;
  await keeper?.query(`create schema ${place}`);
  places.push(place);
  return place;
}

function open(place: string): RegistryStore {
  const options = `-c search_path=${place}`;
  const pool = new pg.Pool({ ...server?.connection, options, max: 5 });
  const store = createPostgresRegistryStore({ pool });
  onTestFinished(() => store.close());
  return store;
}

describeRegistryStore('createPostgresRegistryStore()', {
  open: async () => open(await createPlace()),
});

test('registries of several processes share one place', async () => {
  const place = await createPlace();
  // Both stores make the tables at the same time.
  const stores = [open(place), open(place)];
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

test('registries of several processes share their pins', async () => {
  const place = await createPlace();
  const [one, other] = [open(place), open(place)];
  const pin = { keys: [], covers: 'card', seenAt: new Date(START).toISOString() } as const;
  await Promise.all(
    [one, other].map(async (store) => store.pins.set('https://rates.example/', pin)),
  );
  expect(await one.pins.get('https://rates.example/')).toEqual(pin);
  expect(await other.pins.get('https://rates.example/')).toEqual(pin);
});

test('registries in two schemas of a database know nothing of each other', async () => {
  const [one, other] = [open(await createPlace()), open(await createPlace())];
  await one.add(createNewAgent('a', { nextCheck: START }));
  expect([await one.count(), await other.count()]).toEqual([1, 0]);
});

test('what PostgreSQL cannot keep is not there, and keeps out no heartbeat of others', async () => {
  const store = open(await createPlace());
  const registry = createRegistry({ store });
  const { agentId } = (await store.add(createNewAgent('good'))).agent;
  const other = (await store.add(createNewAgent('other', { owner: 'user:\u{fffd}' }))).agent;
  const heartbeats = await Promise.allSettled([
    registry.heartbeat(agentId, { principal: { id: 'ada' } }),
    registry.heartbeat('\0', { key: 'a key of twenty letters' }),
    registry.heartbeat(agentId, { principal: { id: '\0' } }),
    registry.heartbeat(other.agentId, { principal: { id: '\u{d800}' } }),
  ]);
  expect(heartbeats).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'AGENT_UNKNOWN' } },
    { status: 'rejected', reason: { code: 'NOT_OWNER' } },
    { status: 'rejected', reason: { code: 'NOT_OWNER' } },
  ]);
  // In the database, the name of the caller would have been the owner's.
  expect((await store.get(other.agentId))?.seenAt).toBe(other.seenAt);
  await expect(registry.get('\0')).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  expect(await registry.discover({ capabilities: ['\0'] })).toMatchObject({ totalCount: 0 });
});

test.each([
  ['that is not there', 'ENOENT', '/nowhere'],
  ['that never answers', 'CONNECTION_LOST', '127.0.0.1'],
])('a server %s is told by its code', async (_, storageCode, host) => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const limits = { connectionTimeoutMillis: 50 };
  const pool = new pg.Pool({ host, port, user: 'test', database: 'postgres', ...limits });
  const store = createPostgresRegistryStore({ pool });
  onTestFinished(async () => {
    await store.close();
    silent.close();
  });
  await expect(store.count()).rejects.toMatchObject({ code: 'REGISTRY_STORAGE', storageCode });
});

test('tables that a newer program has changed are refused', async () => {
  const place = await createPlace();
  await open(place).count();
  await keeper?.query(
    `insert into ${place}.formwork_registry_migration (name, timestamp) values ('9999-later', '')`,
  );
  await expect(open(place).count()).rejects.toThrow(
    'Cannot open the registry because a newer program has changed it: this one does not know 9999-later.',
  );
});
