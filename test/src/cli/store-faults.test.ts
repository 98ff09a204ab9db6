import { demoAgent } from '@formwork/demo';
import { createPostgresEngine, createPostgresPool } from '@formwork/postgres';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { createPostgresRegistryStore } from '@formwork/registry/postgres';
import { createSqliteRegistryStore } from '@formwork/registry/sqlite';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createServer } from '@formwork/server';
import Database from 'better-sqlite3';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startPooler, type TestPooler } from '../support/start-pooler.ts';

// Stores that cannot be used: every command says so in one sentence, and changes nothing.

let server: TestPostgres | undefined;
let pooler: TestPooler | undefined;

beforeAll(async () => {
  server = await startPostgres({ isOwn: true });
  pooler = await startPooler(server.url);
  await query(`create role guarded login password 'secret'`);
  const [{ hba_file: file } = { hba_file: '' }] = await query<{ hba_file: string }>(
    'show hba_file',
  );
  await query(`copy (values ('host all guarded 127.0.0.1/32 scram-sha-256'),
    ('host all all 127.0.0.1/32 trust')) to '${file}'`);
  await query('select pg_reload_conf()');
});

afterAll(async () => {
  await pooler?.stop();
  await server?.stop();
});

function findServer(): TestPostgres {
  if (server === undefined) throw new Error('There is no server.');
  return server;
}

async function query<Row extends object>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client(findServer().connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Lists the schemas in the database besides those of PostgreSQL, and the tables in `public`. */
async function listMade(): Promise<readonly unknown[]> {
  return query(`select nspname as name from pg_namespace where nspname !~ '^(pg_|information)'
    union select relname from pg_class where relnamespace = 'public'::regnamespace order by name`);
}

/** Changes the URL of the server. */
function toUrl(change: (url: URL) => void): string {
  const url = new URL(findServer().url);
  change(url);
  return url.href;
}

function toPoolerUrl(): string {
  const url = new URL(pooler?.url ?? '');
  url.password = 'sesame';
  return url.href;
}

const WRONG: readonly (readonly [string, () => string, RegExp])[] = [
  [
    'a wrong password',
    () => toUrl((url) => Object.assign(url, { username: 'guarded', password: 'sesame' })),
    /database "postgres", because the password of user "guarded" was refused \(28P01\): correct/u,
  ],
  [
    'a missing database',
    () => toUrl((url) => Object.assign(url, { password: 'sesame', pathname: '/nowhere' })),
    /database "nowhere", because the database does not exist \(3D000\): .*createdb nowhere/u,
  ],
  [
    'a port that nobody listens on',
    () => toUrl((url) => Object.assign(url, { password: 'sesame', port: '1' })),
    /PostgreSQL at 127\.0\.0\.1:1, .*because nothing listens there \(ECONNREFUSED\): start/u,
  ],
  [
    'PgBouncer without its parameter',
    () => toPoolerUrl(),
    /it looks like PgBouncer, which is used without pgbouncer=true \(08P01\): add/u,
  ],
  [
    'TLS that the server does not speak',
    () => `${toUrl((url) => (url.password = 'sesame'))}?sslmode=verify-full`,
    /it does not speak TLS .*: leave sslmode out/u,
  ],
];

test.each(WRONG)(
  '%s ends every command with one sentence before it is ready',
  async (_, name, reason) => {
    const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
    for (const args of [
      ['start', 'agent.js', '--port', '0'],
      ['registry', '--port', '0'],
      ['tasks', 'list'],
    ]) {
      const { code, stdout, stderr } = await runKept([...args, '--store', name()], { cwd });
      expect([args[0], code, stdout]).toEqual([args[0], 1, '']);
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(reason)]);
      expect(stderr).not.toContain('sesame');
    }
  },
);

/** Rights that a user of the database lacks: what is granted, and what is said of the rest. */
const RIGHTLESS: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'a schema that the user may not make',
    [],
    /user "limited" may not .*make schema "rights" in it \(42501\): grant connect, create on database "postgres" to "limited"/u,
  ],
  [
    'a schema that the user may not use',
    ['make'],
    /user "limited" may not use schema "rights" \(42501\): grant usage, create on schema "rights" to "limited"/u,
  ],
  [
    'tables that the user may only read',
    [
      'make',
      'grant usage on schema rights to limited',
      'grant select on all tables in schema rights to limited',
    ],
    /user "limited" may not read and write all tables in schema "rights" \(42501\): grant usage on schema "rights" and select, insert, update, delete on all its tables to "limited"/u,
  ],
];

test.each(RIGHTLESS)('%s ends every start within seconds', async (_, grants, reason) => {
  const url = toUrl((one) => (one.username = 'limited'));
  const store = `${url}?schema=rights`;
  await query('create role limited login');
  onTestFinished(async () => {
    await query('drop schema if exists rights cascade');
    await query('drop owned by limited');
    await query('drop role limited');
  });
  for (const grant of grants) {
    if (grant !== 'make') await query(grant);
    else {
      const made = createPostgresEngine({ url: findServer().url, schema: 'rights' });
      await made.countStates();
      await made.close();
    }
  }
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const from = join(cwd, 'tasks.sqlite');
  await createSqliteEngine({ file: from }).close();
  for (const args of [
    ['start', 'agent.js', '--port', '0', '--store', store],
    ['registry', '--port', '0', '--store', store],
    ['migrate-store', from, store],
  ]) {
    const { code, stdout, stderr } = await runKept(args, { cwd });
    expect([args[0], code, stdout]).toEqual([args[0], 1, '']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(reason)]);
  }
  const engine = createPostgresEngine({ url, schema: 'rights' });
  const serving = createServer(demoAgent, { engine });
  onTestFinished(async () => {
    await serving.close();
    await engine.close();
  });
  await expect(serving.listen({ port: 0 })).rejects.toThrow(reason);
  const { stderr } = await runKept(['tasks', 'list', '--store', store], { cwd });
  // Who may read may look at the tasks.
  if (grants.length > 2) expect(stderr).toBe('');
  else expect(stderr).not.toBe('');
});

test.each(WRONG.filter(([what]) => what !== 'a port that nobody listens on'))(
  'a server in code does not listen over %s',
  async (_, name, reason) => {
    const engine = createPostgresEngine({ url: name() });
    const serving = createServer(demoAgent, { engine });
    onTestFinished(async () => {
      await serving.close();
      await engine.close();
    });
    await expect(serving.listen({ port: 0 })).rejects.toThrow(reason);
  },
);

test('a registry refuses tables that its user may only read', async () => {
  await query('create role lister login');
  const url = toUrl((one) => (one.username = 'lister'));
  onTestFinished(async () => {
    await query('drop schema listed cascade; drop owned by lister; drop role lister');
  });
  const pool = createPostgresPool({ url: findServer().url, schema: 'listed' });
  const registry = createPostgresRegistryStore({ pool });
  const tasks = createPostgresEngine({ url: findServer().url, schema: 'listed' });
  await Promise.all([registry.count(), tasks.countStates()]);
  await Promise.all([registry.close(), tasks.close()]);
  await query(`grant usage on schema listed to lister;
    grant select on all tables in schema listed to lister;
    grant insert, update, delete on listed.task, listed.event, listed.reply, listed.push,
      listed.blob, listed.tally, listed.record, listed.question to lister`);
  const { code, stdout, stderr } = await runKept(
    ['registry', '--port', '0', '--store', `${url}?schema=listed`],
    { cwd: makeCliFolder({}) },
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Cannot use the storage of the registry because permission denied for table registry_agent \(42501\): grant the user .*\n$/u,
  );
});

test('an agent refuses tables of a newer version', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const store = `${findServer().url}?schema=newer`;
  const first = startCli(['start', 'agent.js', '--port', '0', '--store', store], { cwd });
  await first.waitFor(/is ready/u);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  await query(`insert into newer.migration (name) values ('9999-later')`);
  const { code, stdout, stderr } = await runCli(
    ['start', 'agent.js', '--port', '0', '--store', store],
    { cwd },
  );
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Cannot open schema "newer" because a newer program has changed it: .*\n$/u,
  );
  // A server in code does not listen either.
  const engine = createPostgresEngine({ url: findServer().url, schema: 'newer' });
  onTestFinished(() => engine.close());
  const serving = createServer(demoAgent, { engine });
  onTestFinished(() => serving.close());
  await expect(serving.listen({ port: 0 })).rejects.toThrow('because a newer program has changed');
});

test('a registry refuses tables of a newer version', async () => {
  const cwd = makeCliFolder({});
  const file = join(cwd, 'registry.sqlite');
  const store = createSqliteRegistryStore({ file });
  await store.count();
  await store.close();
  const database = new Database(file);
  database.exec(
    `insert into formwork_registry_migration (name, timestamp) values ('9999-later', '')`,
  );
  database.close();
  const { code, stdout, stderr } = await runKept(['registry', '--port', '0', '--store', file], {
    cwd,
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^Cannot open the registry because a newer program has changed it: .*9999-later.*\n$/u,
  );
});

test('commands that read make nothing in a database, and say that it has no tables', async () => {
  const cwd = makeCliFolder({});
  const before = await listMade();
  const { url } = findServer();
  for (const args of [
    ['tasks', 'list', '--store', `${url}?schema=none_yet`],
    ['tasks', 'show', 'x', '--store', `${url}?schema=public`],
    ['migrate-store', `${url}?schema=typo`, 'next.sqlite'],
  ]) {
    const { code, stdout, stderr } = await runKept(args, { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Cannot open PostgreSQL at .*, because it has no tables of tasks: .*\n$/u,
    );
  }
  expect(await listMade()).toEqual(before);
  const missing = await runKept(['migrate-store', 'absent.sqlite', `${url}?schema=none_yet`], {
    cwd,
  });
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(await listMade()).toEqual(before);
  expect(readdirSync(cwd).filter((name) => name.includes('sqlite'))).toEqual([]);
  expect(existsSync(join(cwd, 'next.sqlite'))).toBe(false);
});

test('the scheme of a URL may be written in capitals', async () => {
  const store = findServer().url.replace('postgres://', 'POSTGRES://');
  const { code, stderr } = await runKept(['tasks', 'list', '--store', `${store}?schema=none_yet`]);
  expect(code).toBe(1);
  expect(stderr).toContain('has no tables of tasks');
});

test.each([
  ['?schem=x', /an unknown parameter: current name is "schem", did you mean "schema"\?/u],
  ['?pgbouncer=yes', /pgbouncer in its URL must be true or false: current value is "yes"/u],
  ['?sslmode=bogus', /sslmode in its URL must be disable, .*: current value is "bogus"/u],
  ['?schema=A-B', /schema in its URL must be a name of .*: current value is "A-B"/u],
])('a wrong parameter is refused: %s', async (parameter, reason) => {
  const store = `postgres://ada:secret@127.0.0.1:1/db${parameter}`;
  const { code, stdout, stderr } = await runKept(['tasks', 'list', '--store', store]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('secret');
});

test('parameters of libpq pass', async () => {
  const parameters = 'schema=none_yet&application_name=x&connect_timeout=3&sslmode=disable';
  const store = `${findServer().url}?${parameters}`;
  const { code, stderr } = await runKept(['tasks', 'list', '--store', store]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no tables of tasks')]);
});

test('an agent tells once that its database is away and once that it is back, and ends meanwhile', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const args = ['start', 'agent.js', '--port', '0', '--push', '--allow-anonymous'];
  const agent = startCli([...args, '--store', `${findServer().url}?schema=away`], { cwd });
  await agent.waitFor(/is ready/u);
  await findServer().stopWhile(async () => {
    await agent.waitFor(/The storage of tasks is away/u);
    // Real time: calls give up after five seconds, and nothing must be told of those that do.
    await sleep(8_000);
  });
  await agent.waitFor(/The storage of tasks is back/u);
  const lines = agent
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    'The storage of tasks is away; the work goes on once it is back',
    'The storage of tasks is back, and the work goes on',
  ]);
  await findServer().stopWhile(async () => {
    await agent.waitFor(/is away[\s\S]*is back[\s\S]*is away/u);
    agent.child.kill('SIGTERM');
    expect(await agent.exit).toBe(0);
  });
});
