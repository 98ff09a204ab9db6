import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from './test-end.ts';

const { FORMWORK_TEST_ENGINE: kind = 'memory' } = process.env;

/**
 * True if the tasks of tests are stored by another program, so that a caller may see a task before
 * its end.
 */
export const isEngineRemote = kind === 'postgres';

/**
 * Starts the PostgreSQL server that all tests of a run share, if `FORMWORK_TEST_ENGINE` asks for
 * one. Vitest calls this first, and the returned function last.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (kind !== 'postgres' || process.env['DATABASE_URL'] !== undefined) return undefined;
  const server = await startPostgres();
  process.env['DATABASE_URL'] = server.url;
  return () => server.stop();
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
      return openOnFile();
    case 'postgres':
      return openOnSchema(process.env['DATABASE_URL'] ?? '');
    default:
      throw new RangeError(
        `Cannot choose an engine as FORMWORK_TEST_ENGINE must be memory, sqlite or postgres: current value is ${kind}`,
      );
  }
}

function openOnFile(): TaskEngine {
  const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  const engine = createSqliteEngine({ file: join(folder, 'tasks.db') });
  onTestFinished(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });
  return engine;
}

function openOnSchema(url: string): TaskEngine {
  const schema = `formwork_${randomUUID().replaceAll('-', '')}`;
  const engine = createPostgresEngine({ url, schema, poolSize: 5 });
  onTestFinished(async () => {
    await engine.close();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.end();
  });
  return engine;
}
