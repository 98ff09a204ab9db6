import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteEngine } from './create-sqlite-engine.ts';
import { toPrincipalScope } from '../../scope.ts';
import { createRowLister } from './list-rows.ts';

test('unfinished tasks are counted without those of the caller that have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.db');
  const engine = createSqliteEngine({ file });
  await engine.countStates();
  await engine.close();
  const statements: string[] = [];
  const database = new Database(file, { verbose: (text) => statements.push(String(text)) });
  onTestFinished(() => {
    database.close();
  });
  const list = createRowLister(database);
  const scope = toPrincipalScope({ id: 'ada' });
  for (const state of ['submitted', 'working', 'input-required', 'auth-required'] as const) {
    list(scope, { state, pageSize: 1 });
    const asked = statements.splice(0);
    expect(asked).toHaveLength(2);
    for (const text of asked) {
      const plan = database.prepare(`explain query plan ${text}`).all();
      expect(JSON.stringify(plan)).toContain('task_state');
    }
    statements.length = 0;
  }
});
