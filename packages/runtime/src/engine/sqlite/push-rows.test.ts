import { statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import {
  claimDelivery,
  createFile,
  LONG_CLAIM,
  newTask,
  pushConfig,
  range,
  SCOPE,
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

test.each([
  {
    what: 'the address',
    sql: "update push set config = replace(config, 'a.example', 'b.example')",
  },
  { what: 'a config that is no JSON', sql: "update push set config = '{'" },
  { what: 'the id', sql: "update push set id = 'b'" },
  { what: 'how far it is', sql: 'update push set seq = seq + 1' },
  { what: 'whose it is', sql: 'update push set task_number = 2' },
  { what: 'a task that is not there', sql: 'update push set task_number = 99' },
  { what: 'the owner of its task', sql: "update task set scope = 'eve'", where: 'number' },
  { what: 'the context of its task', sql: "update task set context_id = 'x'", where: 'number' },
  { what: 'the beginning of its task', sql: 'delete from event', where: 'id / 1048576' },
])('$what that was changed keeps a delivery from being made, and no other', async (fault) => {
  const { sql, where = 'task_number' } = fault;
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const config = pushConfig('a', { url: 'https://a.example/' });
  const damaged = await engine.create(newTask({ push: config }));
  await engine.create(newTask());
  const whole = await engine.create(newTask({ push: config }));
  const database = openSqlite(file);
  database.exec(`${sql} where ${where} = 1`);
  database.close();
  const deliveries = await engine.claimDeliveries(LONG_CLAIM, 10);
  const [bad, good] = deliveries;
  if (bad === undefined) throw new Error('Expected two deliveries.');
  expect(bad).toMatchObject({ isDamaged: true, config: { url: '' } });
  expect(good).toMatchObject({ taskId: whole.taskId, config });
  expect(good).not.toHaveProperty('isDamaged');
  expect(await engine.settleDelivery(bad, { kind: 'dead', reason: 'damaged' })).toBe(true);
  expect(await engine.claimDeliveries(LONG_CLAIM, 10)).toEqual([]);
  expect(await engine.listDeadLetters()).toMatchObject([{ reason: 'damaged' }]);
  expect(await engine.listPushConfigs(SCOPE, whole.taskId)).toEqual([config]);
  expect(damaged.created).toBe(true);
});

test('a push config that was changed is an error until it is set anew', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const config = pushConfig('a', { url: 'https://a.example/' });
  const { taskId } = await engine.create(newTask({ push: config }));
  const database = openSqlite(file);
  database.exec("update push set config = replace(config, 'a.example', 'b.example')");
  database.close();
  await expect(engine.listPushConfigs(SCOPE, taskId)).rejects.toMatchObject({
    code: 'TASK_DAMAGED',
    taskId,
  });
  const change = { config, maxConfigs: 1 };
  expect(await engine.setPushConfig(SCOPE, taskId, change)).toEqual({ kind: 'set' });
  expect(await engine.listPushConfigs(SCOPE, taskId)).toEqual([config]);
  expect(await engine.get(SCOPE, taskId)).toMatchObject({ id: taskId });
});
