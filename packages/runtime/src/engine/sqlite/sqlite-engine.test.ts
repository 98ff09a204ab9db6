import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskEngine } from '../task-engine.ts';
import { describeTaskArchive } from '../../testing/describe-task-archive.ts';
import { describeTaskEngine } from '../../testing/describe-task-engine.ts';
import type { EngineStorage } from '../../testing/engine-storage.ts';
import { createSqliteEngine, type SqliteEngineOptions } from './create-sqlite-engine.ts';

describeTaskEngine('createSqliteEngine() in memory', {
  async open() {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const engine = createSqliteEngine({ file: ':memory:', now: () => time });
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
  open: async () => openFile(),
  async openAlone() {
    const { another: _, ...storage } = openFile();
    return storage;
  },
});

describeTaskEngine('createSqliteEngine() with everything in blobs, two in turns', {
  open: async () => openFile({ blobsAbove: 0 }),
  inTurns: true,
});

describeTaskArchive('createSqliteEngine() twice on a file', { open: async () => openFile() });

describeTaskArchive('createSqliteEngine() with everything in blobs', {
  open: async () => openFile({ blobsAbove: 0 }),
});

function openFile(options: Pick<SqliteEngineOptions, 'blobsAbove'> = {}): EngineStorage {
  const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
  const file = join(folder, 'tasks.db');
  let time = Date.parse('2026-01-01T00:00:00Z');
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
