import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { createLeased, getTask, statusEvent, textMessage } from '../testing/samples.ts';
import { answerTask, confirmAuthorization } from './answer-task.ts';

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

test('answerTask() takes no answer to a question that cannot be read, and changes nothing', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  await engine.append(lease, [statusEvent('working'), statusEvent('input-required')]);
  const before = await getTask(engine, lease);
  await expect(
    answerTask(before, textMessage('yes'), {
      engine,
      claim: undefined,
      idempotencyKey: undefined,
      author: { kind: 'caller', principal: undefined },
    }),
  ).rejects.toThrow('waits for no answer');
  expect(await getTask(engine, lease)).toEqual(before);
});
