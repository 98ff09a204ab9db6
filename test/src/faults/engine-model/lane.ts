import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';

/** A storage whose engine is compared with the reference. */
export interface Lane {
  readonly name: string;
  /** The engine for the next call; a storage may have several. */
  next(): TaskEngine;
  /** Lets go of what is in memory, if the storage outlives it. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** A lane over one engine. */
export function createLane(name: string, engine: TaskEngine): Lane {
  return {
    name,
    next: () => engine,
    reopen: () => Promise.resolve(),
    close: () => engine.close(),
  };
}

/** One per storage: memory, SQLite's memory, and a file that two engines use in turns. */
export function openLanes(now: () => number): readonly Lane[] {
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
