import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startRunner } from '../testing/start-runner.ts';

test('only so many tasks of a skill run at once, the others wait in order and let others pass', async () => {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  let running = 0;
  let most = 0;
  const { send, stateOf } = startRunner({
    skill: {
      concurrency: 2,
      run: async ({ id }) => {
        begun.push(id);
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => finish.set(id, resolve));
        running -= 1;
      },
    },
    other: { run: () => 'done' },
  });
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await send());
  const other = await send('other');
  await expect.poll(() => stateOf(other)).toBe('completed');
  expect(begun).toEqual(ids.slice(0, 2));
  expect(await stateOf(ids[2] ?? '')).toBe('submitted');
  for (const [index, id] of ids.entries()) {
    await expect.poll(() => begun).toContain(id);
    finish.get(id)?.();
    await expect.poll(() => stateOf(id)).toBe('completed');
    if (index === 3) ids.push(await send());
  }
  expect(begun).toEqual(ids);
  expect(most).toBe(2);
});

test('tasks that come at the same moment share one place in turn', async () => {
  let running = 0;
  let most = 0;
  const { send, stateOf } = startRunner({
    skill: {
      concurrency: 1,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
      },
    },
  });
  const ids = await Promise.all(Array.from({ length: 20 }, () => send()));
  for (const id of ids) await expect.poll(() => stateOf(id)).toBe('completed');
  expect(most).toBe(1);
});
