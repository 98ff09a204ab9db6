import { expect, test } from 'vitest';
import { toPushSettings } from './push-options.ts';

test('toPushSettings() fills in what is safe', () => {
  expect(toPushSettings({})).toMatchObject({
    allowPrivateAddresses: false,
    maxConfigs: 10,
    timeoutMs: 15_000,
    leaseMs: 30_000,
  });
  expect(toPushSettings({ timeoutMs: 100 }).leaseMs).toBe(200);
});

test.each([
  [{ maxConfigs: 0 }, 'maxConfigs'],
  [{ maxAttempts: 1.5 }, 'maxAttempts'],
  [{ retryBaseMs: Number.NaN }, 'retryBaseMs'],
  [{ timeoutMs: 100, leaseMs: 100 }, 'leaseMs'],
])('toPushSettings() refuses %j', (options, name) => {
  expect(() => toPushSettings(options)).toThrow(new RegExp(`as ${name} must be`, 'u'));
});
