import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort, findServerProgram, untilListening } from './server-program.ts';

/** A Redis or Valkey server that tests start, with no other data than theirs. */
export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** The Debian packages of Redis and of the libraries that it may lack. */
const PACKAGES =
  'redis-server redis-tools liblzf1 libjemalloc2 libatomic1 liblua5.1-0 lua-cjson lua-bitop';

/**
 * Starts a Valkey or Redis server: the one installed on this machine, else, without installing it,
 * the one of Debian's or Ubuntu's packages.
 */
export async function startRedis(): Promise<TestRedis> {
  const names = ['valkey-server', 'redis-server'];
  const { file, env } = findServerProgram({ names, packages: PACKAGES.split(' ') });
  const folder = mkdtempSync(join(tmpdir(), 'formwork-redis-'));
  const port = await findPort();
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const child = spawn(file, [...settings, '--save', '', '--appendonly', 'yes'], {
    stdio: 'ignore',
    env,
  });
  await untilListening(port, () => child.exitCode !== null);
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
