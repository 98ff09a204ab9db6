import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import { createFile, createLeased, pieceEvent, SCOPE, statusEvent } from '../../testing/samples.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';
import { eventIdOf } from './event-id.ts';

function open(): { readonly engine: TaskEngine; readonly fill: (taskId: string) => void } {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  return {
    engine,
    fill(taskId) {
      const database = openSqlite(file);
      const find = database.prepare<[string], number>('select number from task where id = ?');
      const last = eventIdOf(Number(find.pluck().get(taskId)), 2 ** 20 - 66);
      const insert = database.prepare('insert into event (id, time, text) values (?, 0, ?)');
      insert.run(last, '{"kind":"status","state":"working"}');
      database.close();
    },
  };
}

const FULL = {
  code: 'LOG_FULL',
  message:
    'Cannot append events because the log of the task is full: it would have 1048512, and fewer than 1048512 fit',
};

test('a task whose log is full can still end', async () => {
  const { engine, fill } = open();
  const lease = await createLeased(engine);
  fill(lease.taskId);
  expect(await engine.append(lease, [pieceEvent('a', 'the last')])).toBe(2 ** 20 - 65);
  await expect(engine.append(lease, [pieceEvent('a', 'one more')])).rejects.toMatchObject(FULL);
  await engine.append(lease, [statusEvent('failed')]);
  const outcome = { kind: 'terminal', state: 'failed' };
  expect(await engine.cancel(SCOPE, lease.taskId)).toEqual(outcome);
});

test('a task whose log is full can be canceled', async () => {
  const { engine, fill } = open();
  const lease = await createLeased(engine);
  fill(lease.taskId);
  await engine.append(lease, [pieceEvent('a', 'the last')]);
  expect(await engine.cancel(SCOPE, lease.taskId, { force: true })).toMatchObject({
    kind: 'canceled',
  });
});
