import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';
import { confirmAuthorization } from './answer-task.ts';

test('confirmAuthorization() wakes the runner of the same process', async () => {
  const { engine, send, stateOf } = startRunner(
    { skill: { run: (task) => task.authorize('Let me in.') } },
    // With this interval, the runner does not find the task by polling during the test.
    { pollMs: 600_000 },
  );
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('auth-required');
  expect(await confirmAuthorization(engine, { taskId })).toBe(true);
  await expect.poll(() => stateOf(taskId)).toBe('completed');
});
