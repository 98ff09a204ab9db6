import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';

// Handlers without types give anything as the fields of an entry, and an entry must not end its task.
test('a task logs whatever it gives as fields, and goes on', async () => {
  const { logEntries, send, stateOf } = startRunner({
    skill: {
      run({ log }) {
        Reflect.apply(log.error, undefined, ['Cannot pay', new Error('dry')]);
        Reflect.apply(log.info, undefined, ['Nothing', null]);
        log.warn('Sealed', {
          get amount(): number {
            throw new Error('closed');
          },
          day: 1,
        });
      },
    },
  });
  const id = await send();
  await expect.poll(() => stateOf(id)).toMatch(/completed|failed/u);
  expect(await stateOf(id)).toBe('completed');
  const own = { taskId: id, skillId: 'skill' };
  expect(logEntries).toEqual([
    ['Cannot pay', { ...own, error: expect.stringMatching(/^Error: dry\n/u) }],
    ['Nothing', own],
    ['Sealed', { ...own, amount: '[unreadable]', day: 1 }],
  ]);
});
