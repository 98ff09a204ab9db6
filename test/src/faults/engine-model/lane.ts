import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresLane } from './postgres-lane.ts';

/** A kind of storage whose engines are compared with the reference engine. */
export interface Lane {
  readonly name: string;
  /** Returns the engine for the next call; a storage may have several engines. */
  next(): TaskEngine;
  /** Closes and reopens the engines, if their storage outlives them. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a lane whose calls all use one engine. */
export function createLane(name: string, engine: TaskEngine): Lane {
  return {
    name,
    next: () => engine,
    reopen: () => Promise.resolve(),
    close: () => engine.close(),
  };
}

/**
 * Opens one lane per storage: memory, SQLite in memory, and an SQLite file that two engines use in
 * turn; with `FORMWORK_TEST_ENGINE=postgres` only a schema of the shared database.
 */
export function openLanes(now: () => number): readonly Lane[] {
  const { FORMWORK_TEST_ENGINE: kind, DATABASE_URL: url = '' } = process.env;
  if (kind === 'postgres') return [openPostgresLane(url, now)];
  return [
    createLane('memory', createMemoryEngine({ now })),
    createLane('SQLite in memory', createSqliteEngine({ file: ':memory:', now })),
    createFileLane(now),
  ];
}

function createFileLane(now: () => number): Lane {
  const folder = mkdtempSync(
    join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-model-'),
  );
  const file = join(folder, 'tasks.db');
  const open = (): TaskEngine[] => [1, 2].map(() => createSqliteEngine({ file, now }));
  let engines = open();

  async function closeAll(): Promise<void> {
    for (const engine of engines) await engine.close();
  }

  return {
    name: 'SQLite in a file',
    next() {
      engines.reverse();
      const [engine] = engines;
      if (engine === undefined) throw new TypeError('A file has two engines.');
      return engine;
    },
    async reopen() {
      await closeAll();
      engines = open();
    },
    async close() {
      await closeAll();
      rmSync(folder, { recursive: true });
    },
  };
}
