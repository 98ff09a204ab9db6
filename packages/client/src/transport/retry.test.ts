import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from '../errors.ts';
import { delayBeforeRetry, withRetry, type RetryContext } from './retry.ts';

const retry = { attempts: 3, baseMs: 100, maxMs: 1000, resend: 'known' } as const;
const context: RetryContext = { retry, signal: undefined, isRepeatable: true };

function fail(reason: string, rest: { status?: number; cause?: unknown } = {}): RequestError {
  return new RequestError('x', { reason, ...rest });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function toThrown(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise;
  } catch (error) {
    return error;
  }
}

async function count(error: Error, options: Partial<RetryContext> = {}): Promise<number> {
  let attempts = 0;
  const request = () => {
    attempts += 1;
    return Promise.reject(error);
  };
  const outcome = toThrown(withRetry(request, { ...context, ...options }));
  await vi.runAllTimersAsync();
  expect(await outcome).toBe(error);
  return attempts;
}

test.each([
  [fail('NETWORK'), 3],
  [fail('UNAVAILABLE'), 3],
  [fail('RATE_LIMITED', { status: 429 }), 3],
  [fail('INTERNAL', { status: 500 }), 3],
  [fail('NOT_IMPLEMENTED', { status: 501 }), 1],
  [fail('TASK_NOT_FOUND'), 1],
  [fail('UNAUTHENTICATED', { status: 401 }), 1],
  [new Error('a fault of our own'), 1],
])('repeats what may be over soon: %s', async (error, attempts) => {
  expect(await count(error)).toBe(attempts);
});

const refused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
});

test.each([
  [fail('NETWORK'), 1],
  [fail('INTERNAL', { status: 500 }), 1],
  [fail('UNAVAILABLE', { status: 502 }), 1],
  [fail('UNAVAILABLE', { status: 503 }), 3],
  [fail('UNAVAILABLE'), 3],
  [fail('RATE_LIMITED', { status: 429 }), 3],
  [fail('NETWORK', { cause: refused }), 3],
])('repeats what must not be done twice only if nothing was done: %s', async (error, attempts) => {
  expect(await count(error, { isRepeatable: false })).toBe(attempts);
});

test('waits a random time that grows, and as long as it is asked to within limits', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  expect([1, 2, 3, 9].map((attempt) => delayBeforeRetry(attempt, retry))).toEqual([
    100, 200, 400, 1000,
  ]);
  random.mockReturnValue(0);
  expect(delayBeforeRetry(3, retry)).toBe(200);
  const asked = new RequestError('x', { reason: 'RATE_LIMITED', retryAfterMs: 700 });
  expect(delayBeforeRetry(1, retry, asked)).toBe(700);
  const long = new RequestError('x', { reason: 'RATE_LIMITED', retryAfterMs: 90_000 });
  expect(delayBeforeRetry(1, retry, long)).toBe(1000);
});

test('stops waiting when it is aborted', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const controller = new AbortController();
  const request = vi.fn<() => Promise<never>>().mockRejectedValue(fail('NETWORK'));
  const { signal } = controller;
  const outcome = toThrown(withRetry(request, { ...context, signal }));
  await vi.advanceTimersByTimeAsync(0);
  controller.abort(new Error('enough'));
  expect(await outcome).toMatchObject({ message: 'enough' });
  expect(request).toHaveBeenCalledTimes(1);
});
