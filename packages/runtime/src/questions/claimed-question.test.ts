import { expect, onTestFinished, test, vi } from 'vitest';
import { openOffice } from '../testing/open-office.ts';
import { CLAIM_MS, ClaimedQuestion, settle, toTimeBeside } from './claimed-question.ts';

test('a claim is renewed while people are told, and never ends at the next time of its question', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { engine, begin, advance } = await openOffice();
  await begin({ to: 'user:kim', dueInMs: 60_000 });
  const [due] = await engine.claimDueQuestions(1, CLAIM_MS);
  if (due === undefined) throw new TypeError('The question is not due');
  const next = new Date(Date.parse(due.claimedAt) + 2 * CLAIM_MS).toISOString();
  const held = new ClaimedQuestion(due, { engine, next });
  for (let round = 0; round < 6; round += 1) {
    advance(CLAIM_MS / 2);
    await vi.advanceTimersByTimeAsync(CLAIM_MS / 2);
    expect(await engine.claimDueQuestions(1, CLAIM_MS)).toEqual([]);
  }
  await held.release(due.claimedAt);
  expect(await engine.claimDueQuestions(1, CLAIM_MS)).toMatchObject([{ wokeAt: due.claimedAt }]);
  expect(toTimeBeside(Date.parse(next), next)).not.toBe(next);
});

test('work of others is waited for until a limit, or until its waiter stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const { signal } = stop;
  const never = new Promise<never>(() => undefined);
  const late = settle(never, { limitMs: 5_000, signal });
  vi.advanceTimersByTime(5_000);
  await expect(late).rejects.toThrow('did not end within 5000 ms');
  const stopped = settle(never, { limitMs: 5_000, signal });
  stop.abort();
  await expect(stopped).rejects.toThrow('did not end');
  expect(await settle(Promise.resolve(5), { limitMs: 5_000, signal })).toBe(5);
  expect(vi.getTimerCount()).toBe(0);
});
