import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until `read` returns a value other than `undefined`, and returns the value. Tests that run at
 * once use it in helpers, to which `expect.poll` does not belong.
 */
export async function pollUntil<Value>(
  read: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  let value = await read();
  while (value === undefined) {
    await sleep(25);
    value = await read();
  }
  return value;
}
