import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Redis or Valkey server for tests, on data of its own. */
export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** The file of a server, and where its libraries are if they are not installed. */
interface ServerFile {
  readonly file: string;
  readonly libraries?: string;
}

/**
 * Starts a Valkey or Redis server: the one installed on this machine, else, without installing it,
 * the one of Debian's or Ubuntu's packages.
 */
export async function startRedis(): Promise<TestRedis> {
  const { file, libraries } = findInstalled() ?? fetchPackaged();
  const folder = mkdtempSync(join(tmpdir(), 'formwork-redis-'));
  const port = await findPort();
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const child = spawn(file, [...settings, '--save', '', '--appendonly', 'yes'], {
    stdio: 'ignore',
    env: { ...process.env, ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) },
  });
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt > 200 || child.exitCode !== null) throw new Error(`${file} does not start.`);
    await sleep(50);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findInstalled(): ServerFile | undefined {
  const { PATH: path = '' } = process.env;
  const files = path
    .split(delimiter)
    .flatMap((folder) => ['valkey-server', 'redis-server'].map((name) => join(folder, name)));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? undefined : { file };
}

/** The packages that have the server and what else of it may not be installed. */
const PACKAGES = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1'];
const LIBRARIES = ['liblua5.1-0', 'lua-cjson', 'lua-bitop'];

/** Unpacks the server of the system's packages into a folder that later tests find. */
function fetchPackaged(): ServerFile {
  const kept = join(tmpdir(), 'formwork-redis-server');
  if (!existsSync(kept)) {
    const folder = mkdtempSync(`${kept}-`);
    try {
      const options = { cwd: folder, stdio: 'pipe' } as const;
      execFileSync('apt-get', ['download', ...PACKAGES, ...LIBRARIES], options);
      mkdirSync(join(folder, 'files'));
      for (const name of readdirSync(folder)) {
        if (name.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', name, 'files'], options);
      }
      renameSync(folder, kept);
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true });
      if (!existsSync(kept)) {
        throw new Error(
          'There is no Redis for this test: install a server, valkey-server or redis-server (Debian: apt-get install redis-server).',
          { cause },
        );
      }
    }
  }
  const libraries = readdirSync(join(kept, 'files/usr/lib'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
    .map(({ name }) => join(kept, 'files/usr/lib', name));
  return { file: join(kept, 'files/usr/bin/redis-server'), libraries: libraries.join(':') };
}

async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
