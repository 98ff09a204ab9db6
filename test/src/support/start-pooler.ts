import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort, findServerProgram, untilListening } from './server-program.ts';

/** A PgBouncer between tests and a PostgreSQL server. */
export interface TestPooler {
  /** The URL at which clients reach the server's database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The Debian packages of PgBouncer and of the libraries that it may lack. */
const PACKAGES = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'];

/**
 * Starts a PgBouncer that gives each transaction any of three connections to the database of a URL
 * (`pool_mode = transaction`): the one installed on this machine, else, without installing it, the
 * one of Debian's packages.
 */
export async function startPooler(url: string): Promise<TestPooler> {
  const { file, env } = findServerProgram({ names: ['pgbouncer'], packages: PACKAGES });
  const { hostname, port: upstream, username, password, pathname } = new URL(url);
  const database = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'formwork-pooler-'));
  const port = await findPort();
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
${database} = host=${hostname} port=${upstream || 5432} user=${decodeURIComponent(username)}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 500
`,
  );
  const identity = findNobody();
  if (identity !== undefined) {
    for (const path of [folder, config]) chownSync(path, identity.uid, identity.gid);
  }
  const child = spawn(file, [config], { stdio: 'ignore', env, cwd: folder, ...identity });
  await untilListening(port, () => child.exitCode !== null);
  return {
    url: `postgres://${username || 'test'}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the user `nobody`, as whom the pooler runs if root runs the tests: it refuses root. */
function findNobody(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
