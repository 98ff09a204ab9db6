import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createFile } from '../../testing/create-file.ts';
import {
  LONG_CLAIM,
  SCOPE,
  claimDelivery,
  newTask,
  pushConfig,
  range,
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
