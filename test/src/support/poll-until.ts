import { vi } from 'vitest';
import { WAIT_LIMIT } from './limits.ts';

/**
 * Waits until `read` returns a value other than `undefined`, and returns the value. Tests that run at
 * once use it in helpers, to which `expect.poll` does not belong. It does not outlive a test for long:
 * the process goes on with other files, whose clock it would disturb.
 */
export async function pollUntil<Value>(
  read: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const look = async (): Promise<{ readonly value: Value } | undefined> => {
    const value = await read();
    return value === undefined ? undefined : { value };
  };
  const { value } = await vi.waitUntil(look, { timeout: WAIT_LIMIT, interval: 25 });
  return value;
}
