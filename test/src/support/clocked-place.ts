import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase, type TestDatabase } from '@formwork/postgres/testing';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { join } from 'node:path';
import { makeCliFolder } from './cli-folder.ts';
import { onTestFinished } from './test-end.ts';

/** An empty storage for one test, whose clock stands still until the test moves it. */
export interface ClockedPlace {
  readonly engine: TaskEngine;
  advance(milliseconds: number): Promise<void>;
}

let database: Promise<TestDatabase> | undefined;

/** Makes an empty SQLite file, or an empty schema of a PostgreSQL server, and opens an engine. */
export function openClockedPlace(kind: 'sqlite' | 'postgres'): Promise<ClockedPlace> {
  return kind === 'sqlite' ? openFile() : openSchema();
}

async function openFile(): Promise<ClockedPlace> {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const file = join(makeCliFolder({}), 'tasks.sqlite');
  const engine = createSqliteEngine({ file, now: () => time });
  onTestFinished(() => engine.close());
  return {
    engine,
    async advance(milliseconds) {
      time += milliseconds;
    },
  };
}

async function openSchema(): Promise<ClockedPlace> {
  database ??= openTestDatabase();
  const { settings, advance, drop } = await (await database).createPlace();
  const engine = createPostgresEngine(settings);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  return { engine, advance };
}

/** Stops the PostgreSQL server that the tests of a file used, if they used one. */
export async function closeClockedDatabase(): Promise<void> {
  await (await database)?.close();
  database = undefined;
}
