import { expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../scope.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { createFile, newTask, SCOPE } from '../../testing/samples.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';

test('a task whose row has another scope is an error for its owner, and not found for others', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const { taskId: keptId } = await engine.create(newTask());
  const { taskId } = await engine.create(newTask());
  const database = openSqlite(file);
  database.prepare("update task set scope = 'alicd' where id = ?").run(taskId);
  database.close();
  const error = { code: 'TASK_DAMAGED', taskId };
  await expect(engine.get(SCOPE, taskId)).rejects.toMatchObject(error);
  await expect(engine.read(SCOPE, taskId, { after: 0 })).rejects.toMatchObject(error);
  await expect(engine.cancel(SCOPE, taskId)).rejects.toMatchObject(error);
  await expect(engine.delete(SCOPE, taskId)).rejects.toMatchObject(error);
  const mallory = 'mallory' as Scope;
  for (const id of [keptId, taskId]) {
    expect(await engine.get(mallory, id)).toBeUndefined();
    expect(await engine.read(mallory, id, { after: 0 })).toEqual([]);
    expect(await engine.cancel(mallory, id)).toEqual({ kind: 'not-found' });
    expect(await engine.delete(mallory, id)).toBe(false);
  }
  // Operators delete it by the scope that the row has.
  const scope = await engine.findScope(taskId);
  expect(await engine.delete(scope ?? SCOPE, taskId)).toBe(true);
});
