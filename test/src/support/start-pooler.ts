import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPort, ListeningServer } from './listening-server.ts';
import { getProgram } from './programs/get-program.ts';
import { PGBOUNCER } from './programs/programs.ts';

/** A PgBouncer between tests and a PostgreSQL server. */
export interface TestPooler {
  /** The URL at which clients reach the server's database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer that gives each transaction any of three connections to the database of a URL
 * (`pool_mode = transaction`).
 */
export async function startPooler(url: string): Promise<TestPooler> {
  const program = await getProgram(PGBOUNCER);
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
  // It refuses root, and changes its user once it has read the file.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = await ListeningServer.start(program, [...user, config], { port });
  return {
    url: `postgres://${username || 'test'}@127.0.0.1:${port}/${database}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
