import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openStore, type OpenStoreOptions } from './open-store.ts';
import { onTestFinished } from './test-end.ts';

const { FORMWORK_TEST_ENGINE: kind = 'memory' } = process.env;

/**
 * True if the tasks of tests are stored by another program, so that a caller may see a task before
 * its end.
 */
export const isEngineRemote = kind === 'postgres';

/**
 * Gives the tests of a run the PostgreSQL server that they share: the first test that needs one asks
 * for it at an address, and it is started then. With `FORMWORK_TEST_ENGINE=postgres` it is started at
 * once. Vitest calls this first, and the returned function last.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { DATABASE_URL: given, FORMWORK_TEST_POSTGRES: address } = process.env;
  if (given !== undefined || address !== undefined) return undefined;
  let started: Promise<TestPostgres> | undefined;
  const start = (): Promise<TestPostgres> => (started ??= startPostgres({ isOwn: true }));
  const reminders = createServer((_request, response) => {
    start().then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  reminders.listen(0, '127.0.0.1');
  await once(reminders, 'listening');
  if (kind === 'postgres') process.env['DATABASE_URL'] = (await start()).url;
  process.env['FORMWORK_TEST_POSTGRES'] =
    `http://127.0.0.1:${(reminders.address() as AddressInfo).port}`;
  return async () => {
    delete process.env['FORMWORK_TEST_POSTGRES'];
    reminders.closeAllConnections();
    reminders.close();
    await (await started?.catch(() => undefined))?.stop();
  };
}

/**
 * Opens the engine for the tasks of the current test, as `FORMWORK_TEST_ENGINE` says: `sqlite`,
 * `postgres`, or `memory`, the default, for which the result is `undefined` and the server makes
 * its own.
 */
export function openTestEngine(): TaskEngine | undefined {
  switch (kind) {
    case 'memory':
      return undefined;
    case 'sqlite':
    case 'postgres':
      return openTestPlace(createTestPlace());
    default:
      throw new RangeError(
        `Cannot choose an engine because FORMWORK_TEST_ENGINE must be memory, sqlite or postgres: current value is ${kind}`,
      );
  }
}

/**
 * Opens the engine of {@link openTestEngine}, or one in memory, for a test that calls the engine
 * itself.
 */
export function openTaskEngine(): TaskEngine {
  const engine = openTestEngine() ?? createMemoryEngine();
  onTestFinished(() => engine.close());
  return engine;
}

/**
 * Makes an empty place for tasks that several engines and processes of the current test open by
 * `openStore`: a file, or with `FORMWORK_TEST_ENGINE=postgres` a schema, as
 * `postgres://...?schema=NAME`.
 */
export function createTestPlace(): string {
  return kind === 'postgres' ? createSchema() : createFile();
}

function createFile(): string {
  const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

function createSchema(): string {
  const url = new URL(process.env['DATABASE_URL'] ?? '');
  const schema = `formwork_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.end();
  });
  const place = new URL(url);
  place.searchParams.set('schema', schema);
  return place.href;
}

/** Opens an engine over a place of {@link createTestPlace} until the current test is over. */
export function openTestPlace(place: string, options?: OpenStoreOptions): TaskEngine {
  const engine = openStore(place, options);
  onTestFinished(() => engine.close());
  return engine;
}
