import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Scope } from '../../scope.ts';
import { loadBetterSqlite } from '../../sqlite/open-sqlite.ts';
import { describeTaskArchive } from '../../testing/describe-task-archive.ts';
import { describeTaskEngine } from '../../testing/describe-task-engine.ts';
import type { EngineStorage } from '../../testing/engine-storage.ts';
import { need } from '../../testing/samples.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createEngineOver } from './create-engine-over.ts';
import { createSqliteEngine, type SqliteEngineOptions } from './create-sqlite-engine.ts';
import { openDatabase } from './open-database.ts';

const BETTER = need(loadBetterSqlite());

/** The time at which each test begins; a store never goes back to an earlier one. */
const BEGIN = Date.parse('2026-01-01T00:00:00Z');

// The driver that files do not have here: the contract holds on each, and runs no more often.
describeTaskEngine('the SQLite engine in memory, on better-sqlite3', {
  async open() {
    let time = BEGIN;
    const engine = createEngineOver(openDatabase(':memory:', { driver: BETTER }), {
      now: () => time,
      pollMs: 20,
      blobStore: undefined,
      blobsAbove: 262_144,
    });
    return {
      engine,
      async advance(milliseconds) {
        time += milliseconds;
      },
      close: () => engine.close(),
    };
  },
});

describeTaskEngine('createSqliteEngine() on a file', {
  open: () => openFile(),
  async openAlone() {
    const { another: _, ...storage } = await openFile();
    return storage;
  },
});

describeTaskEngine('createSqliteEngine() with everything in blobs, two in turns', {
  open: () => openFile({ blobsAbove: 0 }),
  inTurns: true,
});

describeTaskArchive('createSqliteEngine() twice on a file', { open: () => openFile() });

describeTaskArchive('createSqliteEngine() with everything in blobs', {
  open: () => openFile({ blobsAbove: 0 }),
});

/** A store without tasks, of which the others are copies: most tests take less time than its tables. */
let emptyStore: Promise<string> | undefined;

afterAll(async () => {
  if (emptyStore !== undefined) rmSync(dirname(await emptyStore), { recursive: true });
});

async function createEmptyStore(): Promise<string> {
  const folder = makeFolder();
  const file = join(folder, 'tasks.db');
  const engine = createSqliteEngine({ file, now: () => BEGIN });
  await engine.get('user:ada' as Scope, 'none');
  await engine.close();
  return file;
}

function makeFolder(): string {
  return mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
}

async function openFile(
  options: Pick<SqliteEngineOptions, 'blobsAbove'> = {},
): Promise<EngineStorage> {
  const folder = makeFolder();
  const file = join(folder, 'tasks.db');
  copyFileSync(await (emptyStore ??= createEmptyStore()), file);
  let time = BEGIN;
  const now = (): number => time;
  const engines: TaskEngine[] = [];
  function open(): TaskEngine {
    const engine = createSqliteEngine({ file, now, pollMs: 2, ...options });
    engines.push(engine);
    return engine;
  }
  return {
    engine: open(),
    another: async () => open(),
    async advance(milliseconds) {
      time += milliseconds;
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      rmSync(folder, { recursive: true });
    },
  };
}
