import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort, ListeningServer } from './listening-server.ts';
import { getProgram } from './programs/get-program.ts';
import { REDIS } from './programs/programs.ts';

/** A Redis or Valkey server that tests start, with no other data than theirs. */
export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Valkey or Redis server with empty data. */
export async function startRedis(port: number | Promise<number> = findPort()): Promise<TestRedis> {
  const program = await getProgram(REDIS);
  const folder = mkdtempSync(join(tmpdir(), 'formwork-redis-'));
  const place = ['--bind', '127.0.0.1', '--port', String(await port), '--dir', folder];
  const settings = [...place, '--save', '', '--appendonly', 'yes'];
  const server = await ListeningServer.start(program, settings, { port: await port });
  return {
    url: `redis://127.0.0.1:${await port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
