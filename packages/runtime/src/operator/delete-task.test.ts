import { expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { deleteTask } from './delete-task.ts';

test('deleteTask() says that an id is a string', async () => {
  const engine = createMemoryEngine();
  onTestFinished(() => engine.close());
  const id: unknown = 5;
  await expect(deleteTask(id as string, { engine })).rejects.toThrow(
    'Cannot delete a task as its id must be a string: current value is number',
  );
});
