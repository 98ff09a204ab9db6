import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type CreateRequestCounter,
  createRequestRate,
  type RequestCounter,
  type RequestCounterSettings,
  type RequestRate,
} from './request-rate.ts';

afterEach(() => {
  vi.useRealTimers();
});

const logged: string[] = [];
const log = (message: string): void => void logged.push(message);
const logger = { info: log, warn: log, error: log };

function createRate(points: number, counter?: RequestCounter): RequestRate {
  const createCounter = counter && (() => counter);
  return createRequestRate(points, { keyPrefix: 'test', createCounter, logger });
}

async function countAllowed(rate: RequestRate, times: number): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < times; n += 1) if ((await rate('ada')) === undefined) allowed += 1;
  return allowed;
}

test('a minute has so many requests of each key, and the next one as many', async () => {
  vi.useFakeTimers();
  const rate = createRate(2);
  expect(await countAllowed(rate, 5)).toBe(2);
  expect(await rate('ada')).toBe(60_000);
  expect(await rate('bob')).toBeUndefined();
  vi.advanceTimersByTime(60_001);
  expect(await countAllowed(rate, 5)).toBe(2);
});

test('replicas with one counter have as many requests together', async () => {
  vi.useFakeTimers();
  const counter = new RateLimiterMemory({ points: 3, duration: 60 });
  const [one, other] = [createRate(3, counter), createRate(3, counter)];
  expect(await countAllowed(one, 2)).toBe(2);
  expect(await countAllowed(other, 2)).toBe(1);
  expect(await one('ada')).toBe(60_000);
});

test('the counter is made with the settings of the limit', () => {
  const given: RequestCounterSettings[] = [];
  const createCounter: CreateRequestCounter = (settings) => {
    given.push(settings);
    return new RateLimiterMemory(settings);
  };
  createRequestRate(7, { keyPrefix: 'test', createCounter, logger });
  expect(given).toEqual([
    { keyPrefix: 'test', points: 7, duration: 60, inMemoryBlockOnConsumed: 7 },
  ]);
});

test('a counter that fails is left alone for a while, and the process counts for itself', async () => {
  vi.useFakeTimers();
  logged.length = 0;
  const shared = new RateLimiterMemory({ points: 2, duration: 60 });
  let asked = 0;
  let isDown = true;
  const rate = createRate(2, {
    consume(key) {
      asked += 1;
      return isDown ? Promise.reject(new Error('away')) : shared.consume(key);
    },
  });
  expect(await countAllowed(rate, 5)).toBe(2);
  expect(asked).toBe(1);
  expect(logged).toEqual(['Requests are counted by each process alone because the counter fails']);
  isDown = false;
  vi.advanceTimersByTime(5_001);
  expect(await countAllowed(rate, 5)).toBe(2);
  expect(asked).toBe(6);
  expect(logged.length).toBe(1);
});

test('an outage is told once, however many requests ask at the same time', async () => {
  logged.length = 0;
  const rate = createRate(50, { consume: () => Promise.reject(new Error('away')) });
  const waits = await Promise.all(Array.from({ length: 20 }, () => rate('ada')));
  expect(waits).toEqual(waits.map(() => undefined));
  expect(logged).toHaveLength(1);
});

test('a counter that does not answer holds no request up for longer than a second', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const rate = createRate(2, {
    consume() {
      asked += 1;
      return new Promise(() => undefined);
    },
  });
  const first = rate('ada');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBeUndefined();
  expect(await rate('ada')).toBeUndefined();
  expect(await rate('ada')).toBeGreaterThan(0);
  expect(asked).toBe(1);
});

test('a counter learns neither ids of callers nor addresses', async () => {
  const keys: string[] = [];
  const rate = createRate(2, {
    async consume(key) {
      keys.push(key);
    },
  });
  await rate('ada');
  await rate(`ada${'x'.repeat(1_000)}`);
  expect(keys.map((key) => /^[\w-]{43}$/u.test(key))).toEqual([true, true]);
  expect(new Set(keys).size).toBe(2);
});
