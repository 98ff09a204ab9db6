import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressReporter } from './progress-reporter.ts';

test('waits for a host that takes nothing, and tells it the newest then', async () => {
  // A host may be told more the longer it was told nothing: this clock stands.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const messages: (string | undefined)[] = [];
  let resolve = (): void => {};
  const delivery = new Promise<void>((done) => {
    resolve = done;
  });
  const reporter = new ProgressReporter(({ message }) => {
    messages.push(message);
    return delivery;
  });
  for (let word = 0; word < 1000; word += 1) reporter.reportProgress(`word ${word}`, undefined);
  for (let count = 0; count < 10; count += 1) await turn();
  expect(messages).toEqual(['word 0']);
  resolve();
  await reporter.flush();
  expect(messages).toEqual(['word 0', ...[996, 997, 998, 999].map((at) => `word ${at}`)]);
});

test('grows whatever is said, and a host that is gone ends nothing', async () => {
  const fractions: number[] = [];
  const reporter = new ProgressReporter(({ progress }) => {
    fractions.push(progress);
    return Promise.reject(new Error('gone'));
  });
  for (const fraction of [0.5, 0.2, undefined]) {
    reporter.reportProgress('', fraction);
    await reporter.flush();
  }
  expect(fractions).toEqual([50, 50.01, 51.01]);
});
