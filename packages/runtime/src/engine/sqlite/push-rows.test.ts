import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createFile } from '../../testing/create-file.ts';
import {
  LONG_CLAIM,
  SCOPE,
  claimDelivery,
  createLeased,
  newTask,
  pushConfig,
  range,
  statusEvent,
} from '../../testing/samples.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';

test('claimDeliveries() writes nothing when nothing is due', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  await engine.create(newTask({ push: pushConfig('a') }));
  await claimDelivery(engine);
  const before = statSync(`${file}-wal`).size;
  const claims = range(20).map(() => engine.claimDeliveries(LONG_CLAIM, 10));
  expect((await Promise.all(claims)).flat()).toEqual([]);
  expect(statSync(`${file}-wal`).size).toBe(before);
  await engine.create(newTask());
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(before);
  await engine.close();
});

test('claimDeliveries() finds what is due though the clock of the machine went back', async () => {
  let time = Date.parse('2026-01-01T12:00:00Z');
  const engine = createSqliteEngine({ file: ':memory:', now: () => time });
  const { taskId } = await engine.create(newTask({ push: pushConfig('a') }));
  time -= 3_600_000;
  expect(await claimDelivery(engine)).toMatchObject({ scope: SCOPE, taskId, after: 0 });
  await engine.close();
});

test('a file from before there were push configs and limits of skills gets them, and keeps its tasks', async () => {
  const file = createFile();
  const before = createSqliteEngine({ file });
  const lease = await createLeased(before);
  await before.close();
  const database = new Database(file);
  database.exec(`
    drop table push;
    alter table task drop column push;
    drop table blob;
    drop index task_waiting;
    drop index task_turn;
    drop index task_scope_turn;
    alter table task drop column turn;
    alter table event drop column checksum;
    alter table task drop column skill;
    alter table task drop column resting;
    delete from formwork_migration where name > '0001-tasks';
  `);
  database.close();
  const engine = createSqliteEngine({ file });
  const change = { config: pushConfig('a'), maxConfigs: 1 };
  expect(await engine.setPushConfig(SCOPE, lease.taskId, change)).toEqual({ kind: 'set' });
  await engine.append(lease, [statusEvent('completed')]);
  expect(await claimDelivery(engine)).toMatchObject({ taskId: lease.taskId, after: 1 });
  await engine.close();
});
