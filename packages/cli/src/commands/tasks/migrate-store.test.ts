import { createMemoryEngine, type NewTask, type Scope } from '@formwork/runtime';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrateStore } from './migrate-store.ts';

const scope = '' as Scope;
const message = JSON.parse(
  '{"messageId":"m","contextId":"","taskId":"","role":1,"parts":[],"extensions":[],"referenceTaskIds":[]}',
) as NewTask['message'];

test('a target that is away ends a batch of ended and unfinished tasks with one error', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const [from, to] = [createMemoryEngine(), createMemoryEngine()];
  for (const id of ['ended', 'waiting', 'ended-too']) {
    await from.create({
      id,
      scope,
      contextId: id,
      message,
      metadata: {},
      invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
    });
    if (id !== 'waiting') await from.cancel(scope, id, { force: true });
  }
  await to.close();
  const moving = migrateStore({ from, to, onProgress: () => {} });
  await expect(moving).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
  await setImmediate();
  expect(unhandled).toEqual([]);
});
