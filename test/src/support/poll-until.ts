import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT } from './limits.ts';

/**
 * Waits until `read` returns a value other than `undefined`, and returns the value. Tests that run at
 * once use it in helpers, to which `expect.poll` does not belong. What does not come is an error at
 * the place that waits, before the test stands still.
 */
export async function pollUntil<Value>(
  read: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const standstill = new Error(`What is polled for has not come: ${String(read)}`);
  const end = performance.now() + WAIT_LIMIT;
  let value = await read();
  while (value === undefined) {
    if (performance.now() > end) throw standstill;
    await sleep(25);
    value = await read();
  }
  return value;
}
