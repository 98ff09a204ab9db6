import { expect, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { createTestPlace } from '../support/test-engine.ts';
import { startChild, type Child } from './start-child.ts';

// A rolling upgrade: replicas of two versions of an agent run side by side, and some of them die.

async function send({ ready }: Child, skillId: string): Promise<string> {
  const { body } = await callJsonRpc(String(ready), {
    method: 'SendMessage',
    params: {
      message: createMessage([{ text: 'go' }], { metadata: { skillId } }),
      configuration: { returnImmediately: true },
    },
  });
  return (body.result?.['task'] as { id: string }).id;
}

async function read({ ready }: Child, id: string): Promise<unknown> {
  const { body } = await callJsonRpc(String(ready), { method: 'GetTask', params: { id } });
  return body.result;
}

test('while replicas of two versions run, tasks of both come to their end when replicas die', async () => {
  const place = createTestPlace();
  const next = await startChild('version-child', place, '2', 'waits');
  const greeting = await send(next, 'greet');
  const part = await send(next, 'part');
  expect(new Set([await next.next(), await next.next()])).toEqual(new Set(['greet 1', 'part 1']));
  // Had it run before, it might have begun the greeting.
  const old = await startChild('version-child', place, '1');
  await next.kill();

  // The old version completes the task that it knows the skill of, and leaves the other one
  // alone.
  const done = { state: 'TASK_STATE_COMPLETED' };
  await expect
    .poll(() => read(old, greeting))
    .toMatchObject({ status: done, artifacts: [{ parts: [{ text: 'version 1' }] }] });
  expect(await read(old, part)).not.toMatchObject({ status: { state: 'TASK_STATE_FAILED' } });

  const again = await startChild('version-child', place, '2');
  await old.terminate();
  await expect
    .poll(() => read(again, part))
    .toMatchObject({ status: done, artifacts: [{ parts: [{ text: 'version 2' }] }] });
});
