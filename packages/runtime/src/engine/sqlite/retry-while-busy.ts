import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy, toStorageError } from './to-storage-error.ts';

const RETRY_MS = 5;
const PATIENCE_MS = 10_000;

/**
 * Reads, which in WAL mode wait for nobody, except while another process puts the file in order
 * after a crash. Throws `EngineStorageError`, and what `read` throws on its own behalf.
 */
export async function retryWhileBusy<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  const start = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > PATIENCE_MS) {
        throw toStorageError(error);
      }
    }
    await sleep(RETRY_MS);
  }
}
