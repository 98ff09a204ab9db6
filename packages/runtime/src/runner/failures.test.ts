import { defineAgent, defineSkill, type RetryPolicy, TransientError } from '@formwork/core';
import { afterEach, expect, test, vi } from 'vitest';
import { findRetryDelay, getRetryPolicy } from './failures.ts';

const logged: string[] = [];

const note = (message: string): void => void logged.push(message);

const log = { info: note, warn: note, error: note };

const BUSY = new TransientError('busy');

afterEach(() => {
  vi.restoreAllMocks();
  logged.length = 0;
});

function findDelay(
  retry: RetryPolicy,
  failures: number,
  error: unknown = BUSY,
): number | undefined {
  const fields = { id: 'a', name: 'A', description: 'A.', tags: [], text: () => '' };
  const skill = defineSkill({ ...fields, retry });
  const agent = defineAgent({ name: 'A', version: '1', skills: [skill] });
  const policy = getRetryPolicy(agent, skill);
  if (policy === undefined) throw new Error('Expected a policy');
  return findRetryDelay(policy, { error, failures, log });
}

test('the wait doubles with every failure, up to the longest one', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const retry = { maxAttempts: 10, delayMs: 100, maxDelayMs: 1_000 };
  const delays = [1, 2, 3, 4, 5, 9].map((failures) => findDelay(retry, failures));
  expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('up to a half of the wait is taken off at random', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
  expect(findDelay({ delayMs: 100 }, 1)).toBe(51);
});

test('the last attempt has none after it', () => {
  expect(findDelay({ maxAttempts: 3 }, 2)).toBeGreaterThan(0);
  expect(findDelay({ maxAttempts: 3 }, 3)).toBeUndefined();
  expect(findDelay({}, 4)).toBeGreaterThan(0);
  expect(findDelay({}, 5)).toBeUndefined();
});

test('an error may ask for a longer wait', () => {
  const error = new TransientError('busy', { retryAfterMs: 90_000 });
  expect(findDelay({ delayMs: 1 }, 1, error)).toBe(90_000);
});

test.each([
  [10.25, 11],
  [1e300, 315_360_000_000],
  [-5, 1],
  [Number.NaN, 1],
])('an error that asks for a wait of %d ms gets one of %d ms', (retryAfterMs, delay) => {
  expect(findDelay({ delayMs: 1 }, 1, new TransientError('busy', { retryAfterMs }))).toBe(delay);
});

test('only what may pass is tried again', () => {
  expect(findDelay({}, 1, new Error('bug'))).toBeUndefined();
  const isTransient = (error: unknown): boolean => error instanceof RangeError;
  expect(findDelay({ isTransient }, 1, new RangeError('odd'))).toBeGreaterThan(0);
  expect(findDelay({ isTransient }, 1, BUSY)).toBeUndefined();
});

test('a predicate that throws means no, and the log says so', () => {
  const isTransient = (): boolean => {
    throw new Error('oops');
  };
  expect(findDelay({ isTransient }, 1)).toBeUndefined();
  expect(logged).toEqual(['Cannot ask isTransient']);
});

test("an agent's policy is for skills that have none", () => {
  const fields = { name: 'A', description: 'A.', tags: [], text: () => '' };
  const own = defineSkill({ ...fields, id: 'own', retry: { maxAttempts: 2 } });
  const none = defineSkill({ ...fields, id: 'none' });
  const retry = { maxAttempts: 9 };
  const agent = defineAgent({ name: 'A', version: '1', skills: [own, none], retry });
  expect(getRetryPolicy(agent, own)).toMatchObject({ maxAttempts: 2, delayMs: 1_000 });
  expect(getRetryPolicy(agent, none)?.maxAttempts).toBe(9);
  expect(getRetryPolicy(agent, undefined)?.maxAttempts).toBe(9);
});
