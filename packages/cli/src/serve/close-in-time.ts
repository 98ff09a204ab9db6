import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The time after which a server counts as closed even if a part of it hangs, in milliseconds: the
 * eight seconds of the server, and a moment for the store.
 */
const CLOSE_MS = 10_000;

/**
 * Calls the functions that close the parts of a server, one after the other. A part that fails does
 * not keep the others open, and all together take no longer than `limitMs`.
 */
export async function closeInTime(
  parts: readonly (() => Promise<void> | undefined)[],
  limitMs: number = CLOSE_MS,
): Promise<void> {
  async function closeAll(): Promise<void> {
    for (const close of parts) {
      try {
        await close();
      } catch {
        // The process ends anyway, and others take its tasks when the leases end.
      }
    }
  }
  await Promise.race([closeAll(), sleep(limitMs, undefined, { ref: false })]);
}
