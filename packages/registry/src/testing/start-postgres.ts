import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL server of its own. */
export interface TestPostgres {
  /** Folder of its socket, which is the only way in. */
  readonly host: string;
  readonly user: string;
  stop(): Promise<void>;
}

/** Starts a server on an empty cluster, reached by a socket in its own folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = findBin();
  const folder = mkdtempSync(join(tmpdir(), 'formwork-pg-'));
  const identity = toIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const options = { ...identity, cwd: folder };
  const setup = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(bin, 'initdb'), setup, { ...options, stdio: 'pipe' });
  const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off', '-k', folder];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], {
    ...options,
    stdio: 'ignore',
  });
  const ended = once(server, 'exit');
  for (let attempt = 0; !isReady(bin, folder); attempt += 1) {
    if (attempt > 400 || server.exitCode !== null) throw new Error('PostgreSQL does not start.');
    await sleep(50);
  }
  return {
    host: folder,
    user: 'test',
    async stop() {
      // Waits for those who are still hanging up.
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Its socket is there before it lets anybody in. */
function isReady(bin: string, folder: string): boolean {
  const asked = ['-h', folder, '-U', 'test', '-q'];
  return spawnSync(join(bin, 'pg_isready'), asked, { stdio: 'ignore' }).status === 0;
}

function findBin(): string {
  const { PATH: path = '' } = process.env;
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  const found = [...path.split(delimiter), ...installed].find((folder) =>
    existsSync(join(folder, 'initdb')),
  );
  // A link to one of its programs says where the others are.
  if (found !== undefined) return dirname(realpathSync(join(found, 'initdb')));
  throw new Error('PostgreSQL must be installed for this test: there is no initdb.');
}

/** PostgreSQL refuses to run as root, so that a machine where tests do needs somebody else. */
function toIdentity(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
