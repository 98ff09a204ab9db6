import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toPrincipalScope } from '../../scope.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';
import { createRowLister } from './list-rows.ts';

test('unfinished tasks are counted without those of the caller that have ended', async () => {
  const file = await createFile();
  const database = openSqlite(file);
  const statements = recordStatements(database);
  onTestFinished(() => {
    database.close();
  });
  const { list } = createRowLister(database);
  const scope = toPrincipalScope({ id: 'ada' });
  for (const state of ['submitted', 'working', 'input-required', 'auth-required'] as const) {
    list(scope, { state, pageSize: 1 });
    const asked = statements.splice(0);
    expect(asked).toHaveLength(2);
    for (const { sql, values } of asked) {
      const plan = database.prepare(`explain query plan ${sql}`).all(...values);
      expect(JSON.stringify(plan)).toContain('task_state');
    }
    statements.length = 0;
  }
});

test('no temporary table is built to add a task, to end it or to delete it', async () => {
  const database = openSqlite(await createFile());
  onTestFinished(() => {
    database.close();
  });
  const changes = [
    `insert into task (id, scope, context_id, state, status_time, epoch, attempts, cancel_requested)
      values ('task', 'scope', 'context', 'completed', 1, 1, 1, 0) on conflict do nothing`,
    "update task set state = 'completed', status_time = 1 where number = 1",
    'delete from task where number = 1',
  ];
  for (const change of changes) {
    const steps = database.prepare<[], { readonly opcode: string }>(`explain ${change}`).all();
    const opcodes = steps.map(({ opcode }) => opcode);
    expect(opcodes).toContain('Program');
    expect(opcodes).not.toContain('OpenEphemeral');
  }
});

/** Makes a file with the tables of an engine, and returns its path. */
async function createFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.db');
  const engine = createSqliteEngine({ file });
  await engine.countStates();
  await engine.close();
  return file;
}

interface AskedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Records the statements that a connection runs, with their values. */
function recordStatements(database: SqliteDatabase): AskedStatement[] {
  const asked: AskedStatement[] = [];
  const prepare = database.prepare.bind(database);
  vi.spyOn(database, 'prepare').mockImplementation((sql) => {
    const statement = prepare(sql);
    for (const name of ['get', 'all'] as const) {
      const run = statement[name].bind(statement);
      vi.spyOn(statement, name).mockImplementation((...values: unknown[]) => {
        if (!sql.startsWith('explain')) asked.push({ sql, values });
        return run(...values);
      });
    }
    return statement;
  });
  return asked;
}
