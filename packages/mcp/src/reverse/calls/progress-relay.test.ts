import type { TaskContext } from '@formwork/core';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProgressRelay } from './progress-relay.ts';

test('steady progress is passed on at most every 50 ms, and the newest always', async () => {
  const texts: string[] = [];
  const progress = async (text: string): Promise<void> => void texts.push(text);
  const relay = new ProgressRelay({ progress } as unknown as TaskContext);
  const begun = performance.now();
  for (let done = 1; done <= 500; done += 1) {
    relay.report({ progress: done, message: `step ${done}` });
    await setImmediate();
  }
  await relay.flush();
  const tookMs = performance.now() - begun;
  expect(texts.at(-1)).toBe('step 500');
  expect(texts.length).toBeLessThanOrEqual(tookMs / 50 + 2);
});
