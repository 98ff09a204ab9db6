import { expect, test } from 'vitest';
import { parsePushOptions } from './push-options.ts';

test('parsePushOptions() fills in what is safe', () => {
  expect(parsePushOptions({})).toMatchObject({
    allowPrivateAddresses: false,
    maxConfigs: 10,
    timeoutMs: 15_000,
    leaseMs: 30_000,
  });
  expect(parsePushOptions({ timeoutMs: 100 }).leaseMs).toBe(200);
});

test.each([
  [{ maxConfigs: 0 }, 'maxConfigs'],
  [{ maxAttempts: 1.5 }, 'maxAttempts'],
  [{ retryBaseMs: Number.NaN }, 'retryBaseMs'],
  [{ timeoutMs: 100, leaseMs: 100 }, 'leaseMs'],
])('parsePushOptions() refuses %j', (options, name) => {
  expect(() => parsePushOptions(options)).toThrow(new RegExp(`because ${name} must be`, 'u'));
});
