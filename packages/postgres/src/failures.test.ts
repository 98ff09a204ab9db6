import {
  type BlobStore,
  EngineSchemaUnknownError,
  EngineStorageError,
  type NewTask,
  type Scope,
} from '@formwork/runtime';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openConnection } from './connection.ts';
import { createPostgresEngine } from './create-postgres-engine.ts';
import type { PostgresEngineOptions } from './engine-options.ts';
import { STEPS_BEFORE_RELEASE } from './migrations.ts';
import { createPgBossDispatcher } from './pg-boss.ts';
import { createPostgresPool } from './postgres-pool.ts';
import { startProxy } from './testing/start-proxy.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database?.close();
});

function findDatabase(): TestDatabase {
  if (database === undefined) throw new Error('There is no database.');
  return database;
}

/** Makes an engine with the given options, calls it once, and returns the error of the call. */
async function callOnce(options: PostgresEngineOptions): Promise<unknown> {
  const engine = createPostgresEngine(options);
  onTestFinished(() => engine.close());
  return engine.countStates().then(
    () => undefined,
    (error: unknown) => error,
  );
}

const WRONG: readonly (readonly [string, (url: URL) => void, string])[] = [
  ['a database that is not there', (url) => (url.pathname = '/nowhere'), '3D000'],
  ['a user that is not there', (url) => (url.username = 'nobody_known'), '28'],
  ['a port that nobody listens on', (url) => (url.port = '1'), 'ECONNREFUSED'],
];

test.concurrent.each(WRONG)(
  '%s is an error with its code, which keeps the password to itself',
  async (_, change, code) => {
    const url = new URL(findDatabase().url);
    url.password = 'open-sesame';
    change(url);
    const error = await callOnce({ url: url.href });
    expect(error).toBeInstanceOf(EngineStorageError);
    const { storageCode, message } = error as EngineStorageError;
    expect(storageCode.startsWith(code)).toBe(true);
    expect(message).toContain(storageCode);
    expect(message).not.toContain('open-sesame');
  },
);

test('a database with a sign in its name is asked for by that name, whatever asks', async () => {
  const url = findDatabase().url.replace(/[^/]*$/u, 'none%40v2%2f%25');
  const pool = createPostgresPool({ url });
  const dispatcher = createPgBossDispatcher({ url });
  onTestFinished(async () => void (await Promise.all([pool.end(), dispatcher.close()])));
  const tries = [callOnce({ url }), pool.connect(), dispatcher.enqueue({ taskId: 'task' })];
  const errors = await Promise.all(tries.map((one) => one.catch((error: unknown) => error)));
  expect(errors.map(String)).toEqual(
    errors.map(() => expect.stringContaining('database "none@v2/%"')),
  );
});

test('tables of a newer version are refused, and stay as they are', async () => {
  const { createPlace, query } = findDatabase();
  const place = await createPlace();
  onTestFinished(place.drop);
  const { schema } = place.settings;
  await query(`insert into ${schema}.migration (name) values ('9999-later')`);
  onTestFinished(async () => {
    await query(`delete from ${schema}.migration where name = '9999-later'`);
  });
  const error = await callOnce(place.settings);
  expect(error).toBeInstanceOf(EngineSchemaUnknownError);
  expect((error as Error).message).toContain('9999-later');
  expect(await query(`select * from ${schema}.migration where name = '9999-later'`)).toHaveLength(
    1,
  );
});

test('a schema whose tables were made step by step is opened without another migration', async () => {
  const { createPlace, query } = findDatabase();
  const place = await createPlace();
  onTestFinished(place.drop);
  const { schema } = place.settings;
  const before = await query(`delete from ${schema}.migration returning name`);
  onTestFinished(async () => {
    await query(`delete from ${schema}.migration`);
    await query(`insert into ${schema}.migration (name) values ('0001-tables')`);
  });
  expect(before).toEqual([{ name: '0001-tables' }]);
  const steps = STEPS_BEFORE_RELEASE.map((name) => `('${name}')`).join();
  await query(`insert into ${schema}.migration (name) values ${steps}`);
  expect(await callOnce(place.settings)).toBeUndefined();
  const names = await query(`select name from ${schema}.migration order by name`);
  expect(names).toEqual(STEPS_BEFORE_RELEASE.map((name) => ({ name })));
  // A schema that lacks a step is not changed by a program that does not know the others.
  await query(`delete from ${schema}.migration where name = '0006-claim'`);
  expect(await callOnce(place.settings)).toBeInstanceOf(EngineSchemaUnknownError);
});

test('an engine waits for the migration of another process for longer than for a statement', async () => {
  const { url, query } = findDatabase();
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; select pg_advisory_xact_lock(4610205713)');
  const schema = `patient_${randomUUID().replaceAll('-', '')}`;
  const engine = createPostgresEngine({ url, schema, statementTimeoutMs: 1_000 });
  onTestFinished(async () => {
    await engine.close();
    await query(`drop schema ${schema} cascade`);
  });
  const counted = engine.countStates().then(JSON.stringify, String);
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  await expect.poll(async () => (await query(waiting)).length).toBeGreaterThan(0);
  await other.query('select pg_sleep(3.5); commit');
  expect(await counted).toBe('{}');
});

test('a statement that waits too long is an error, and the engine works afterwards', async () => {
  const { createPlace, url } = findDatabase();
  const place = await createPlace();
  onTestFinished(place.drop);
  const { schema } = place.settings;
  const engine = createPostgresEngine({ ...place.settings, statementTimeoutMs: 200 });
  onTestFinished(() => engine.close());
  const patient = createPostgresEngine(place.settings);
  onTestFinished(() => patient.close());
  await expect.poll(() => engine.countStates().catch(() => 'late')).toEqual({});
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`begin; lock table ${schema}.task, ${schema}.tally in access exclusive mode`);
  let isCounted = false;
  const counted = patient.countStates().finally(() => (isCounted = true));
  await expect(engine.countStates()).rejects.toMatchObject({
    code: 'ENGINE_STORAGE',
    storageCode: '57014',
  });
  expect(isCounted).toBe(false);
  await other.query('rollback');
  expect(await counted).toEqual({});
  await expect.poll(() => engine.countStates().catch(() => 'late')).toEqual({});
});

test.each([
  ['08006', true],
  ['08P01', true],
  ['40003', true],
  ['22P02', false],
  ['57014', false],
])('after %s it is not known whether a commit counts: %s', async (code, mayBeStored) => {
  const connection = openConnection({ url: findDatabase().url });
  onTestFinished(() => connection.close());
  const text = `do $$ begin raise exception using errcode = '${code}'; end $$`;
  await expect(connection.run({ text }, [])).rejects.toMatchObject({
    storageCode: code,
    mayBeStored,
  });
});

/** Makes a task to create, of the scope `ada` unless another is given. */
function createTask(id: string, { text = 'text', scope = 'ada' } = {}): NewTask {
  return {
    id,
    scope: scope as Scope,
    contextId: 'context',
    message: JSON.parse(
      '{"messageId":"m","contextId":"","taskId":"","role":1,"parts":[],"extensions":[],"referenceTaskIds":[]}',
    ) as NewTask['message'],
    metadata: {},
    invocation: { kind: 'text', text, acceptedOutputModes: [] },
  };
}

test('a task that the database refuses keeps no other out that is created at the same moment', async () => {
  const { url } = findDatabase();
  const engine = createPostgresEngine({ url, schema: 'refusing' });
  onTestFinished(() => engine.close());
  await engine.countStates();
  // An index takes no row above 2,704 bytes.
  const letters = Array.from({ length: 2_000 }, (_unused, index) => 0x4e00 + 7 * index);
  const scope = String.fromCodePoint(...letters);
  const tasks = [createTask('a'), createTask('b', { scope }), createTask('c')];
  const made = await Promise.allSettled(tasks.map((task) => engine.create(task)));
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(made[1]).toMatchObject({ reason: { storageCode: '54000' } });
  expect(await engine.countStates()).toEqual({ submitted: 2 });
});

/** Makes an engine whose next tasks wait in its queue until they are let go on. */
async function openBusyEngine(options: PostgresEngineOptions & { readonly schema: string }) {
  // The first statement waits for as long as the test holds the table, however busy the machine is.
  const engine = createPostgresEngine({ ...options, statementTimeoutMs: 300_000 });
  onTestFinished(() => engine.close());
  await engine.countStates();
  const client = new pg.Client(options.url);
  await client.connect();
  onTestFinished(() => client.end());
  // A statement that waits for the table keeps the next task in the queue.
  await client.query(`begin; lock table ${options.schema}.task in share mode`);
  const first = engine.create(createTask('first'));
  // Other tests on this server wait for locks of their own.
  const waiting = `select 1 from pg_locks where not granted and relation = '${options.schema}.task'::regclass`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  return {
    engine,
    client,
    async goOn(): Promise<void> {
      await client.query('commit');
      await first;
    },
    /** Creates a task that ends with a text while it waits. */
    async createEnded(id: string, value: string): Promise<void> {
      const part = { content: { $case: 'text', value }, filename: '', mediaType: '' };
      const artifact = {
        artifactId: 'a',
        name: '',
        description: '',
        parts: [part],
        extensions: [],
      };
      let ended: Promise<number> | undefined;
      await engine.create(createTask(id), {
        worker: 'w',
        ttlMs: 60_000,
        start(lease) {
          ended = engine.append(lease, [
            { kind: 'artifact', artifact: artifact as never, append: false, lastChunk: true },
            { kind: 'status', state: 'completed' },
          ]);
        },
      });
      await ended;
    },
  };
}

/** Makes a store of blobs in memory, and the map that holds them. */
function createBlobMap() {
  const kept = new Map<string, Uint8Array>();
  const blobStore: BlobStore = {
    put: async (id, bytes) => void kept.set(id, Uint8Array.from(bytes)),
    get: async (id) => kept.get(id),
    delete: async (id) => void kept.delete(id),
  };
  return { kept, blobStore };
}

test('a task whose twin is deleted while it is looked for is whole', async () => {
  const { blobStore } = createBlobMap();
  const options = { schema: 'twins', blobStore, blobsAbove: 1_000 };
  const proxy = await startProxy(findDatabase().url, { heldText: 'formwork_find_created' });
  const [one, other] = [findDatabase().url, proxy.url].map((url) => {
    const engine = createPostgresEngine({ ...options, url });
    onTestFinished(() => engine.close());
    return engine;
  });
  const text = 'x'.repeat(10_000);
  const scope = 'ada' as Scope;
  const push = { id: 'p', url: 'https://example.com/hook' };
  const toTwin = (id: string): NewTask => ({
    ...createTask(id, { text }),
    idempotencyKey: 'same' as NonNullable<NewTask['idempotencyKey']>,
    push: push as NonNullable<NewTask['push']>,
  });
  await one?.create(toTwin('first'));
  const created = other?.create(toTwin('second'));
  await expect.poll(proxy.isHolding).toBe(true);
  await one?.delete(scope, 'first');
  proxy.letGoOn();
  expect(await created).toEqual({ taskId: 'second', created: true });
  expect((await one?.get(scope, 'second'))?.invocation).toMatchObject({ text });
  expect(await one?.listPushConfigs(scope, 'second')).toHaveLength(1);
});

test('the result of a task that ends before it is written stays in its blob', async () => {
  const { kept, blobStore } = createBlobMap();
  const options = { url: findDatabase().url, schema: 'waiting', blobStore, blobsAbove: 1_000 };
  const { engine, goOn, createEnded } = await openBusyEngine(options);
  const value = 'x'.repeat(10_000);
  const second = createEnded('second', value);
  await expect.poll(() => kept.size).toBe(1);
  await goOn();
  await second;
  const task = await engine.get('ada' as Scope, 'second');
  expect(task?.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'text', value });
  expect(kept.size).toBe(1);
});

test('large results of tasks that end before they are written are not all written at once', async () => {
  const schema = 'large_ends';
  const { client, goOn, createEnded } = await openBusyEngine({ url: findDatabase().url, schema });
  const value = 'x'.repeat(5_000_000);
  const tasks = ['second', 'third'].map((id) => createEnded(id, value));
  await goOn();
  await Promise.all(tasks);
  // Each statement is a transaction of its own.
  const written = `select count(distinct xmin::text)::int as count from ${schema}.task where id <> 'first'`;
  expect((await client.query(written)).rows).toEqual([{ count: 2 }]);
});

test('a connection that is lost in silence is replaced, whatever has used it', async () => {
  const { url, loseAll } = await startProxy(findDatabase().url);
  const options = { url, schema: 'silent', statementTimeoutMs: 1_000 };
  const engine = createPostgresEngine(options);
  const pool = createPostgresPool(options);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const jobs = { ...options, schema: 'silent_jobs', poolSize: 2 };
  const [dispatcher, worker] = [createPgBossDispatcher(jobs), createPgBossDispatcher(jobs)];
  onTestFinished(async () => {
    const dispatchers = [dispatcher.close(), worker.close()];
    await Promise.all([engine.close(), kysely.destroy(), ...dispatchers]);
  });
  const calls = [
    () => engine.list('ada' as Scope, { pageSize: 1 }),
    () => sql`select 1`.execute(kysely),
    () => dispatcher.enqueue({ taskId: 'task' }),
  ].map((call) => () => call().then(() => 'answered', String));
  const called = Promise.all(calls.map((call) => call()));
  expect(await called).toEqual(calls.map(() => 'answered'));
  const logged: string[] = [];
  const log = (text: string, fields?: object): void =>
    void logged.push(`${text} ${JSON.stringify(fields)}`);
  const logger = { info: log, warn: log, error: log };
  let taken = 0;
  await worker.consume(async () => void (taken += 1), { concurrency: 4, logger });
  await expect.poll(() => taken).toBe(1);
  loseAll();
  const failed = await Promise.all(calls.map((call) => call()));
  expect(failed).toEqual([
    expect.stringContaining('CONNECTION_LOST'),
    'Error: Query read timeout',
    'Error: Query read timeout',
  ]);
  for (const call of calls) await expect.poll(call).toBe('answered');
  // What serves the queue says that it is away, and no fault, until it takes tasks again.
  await expect.poll(() => taken).toBeGreaterThan(1);
  await expect.poll(() => logged.join('\n')).toMatch(/queue of tasks is away[^]*is back/u);
  expect(logged.join('\n')).not.toContain('has a fault');
});

test('a blob store that deletes nothing makes no statement that PostgreSQL refuses', async () => {
  const { url, isHolding } = await startProxy(findDatabase().url, { heldText: 'in ()' });
  const stored = new Map<string, Uint8Array>();
  const tried: string[] = [];
  const blobStore: BlobStore = {
    put: async (id, bytes) => void stored.set(id, bytes),
    get: async (id) => stored.get(id),
    async delete(id) {
      tried.push(id);
      throw new Error('It is locked.');
    },
  };
  const blobs = { blobStore, blobsAbove: 1_000 };
  const engine = createPostgresEngine({
    url,
    schema: 'locked',
    statementTimeoutMs: 1_000,
    ...blobs,
  });
  const made = createTask('locked', { text: 'x'.repeat(10_000) });
  await engine.create(made);
  await engine.delete(made.scope, made.id);
  await expect.poll(() => tried).toHaveLength(1);
  // It ends what is under way.
  await engine.close();
  expect(isHolding()).toBe(false);
});

test('a text of quotes goes to the server as it is stored, because to undo escapes takes it long', async () => {
  const { url, countBytes } = await startProxy(findDatabase().url);
  const engine = createPostgresEngine({ url });
  onTestFinished(() => engine.close());
  await engine.countStates();
  const before = countBytes();
  const length = 100_000;
  const text = '"'.repeat(length);
  const made = createTask('quotes', { text });
  await engine.create(made);
  // Each quote is two characters of JSON.
  expect(countBytes() - before).toBeLessThan(2.5 * length);
  expect((await engine.get(made.scope, made.id))?.invocation).toEqual(made.invocation);
});
