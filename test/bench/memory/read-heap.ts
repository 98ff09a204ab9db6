import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;

/** Returns the used bytes of the heap after full garbage collections. */
export async function readHeap(): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY;
  // Finalizers free more memory in a later turn of the event loop, so the lowest of five readings
  // counts.
  for (let round = 0; round < 5; round += 1) {
    await sleep(50);
    collect();
    lowest = Math.min(lowest, process.memoryUsage().heapUsed);
  }
  return lowest;
}

/**
 * Returns the used bytes of the heap after young collections alone, which are cheap and frequent.
 * They leave garbage that only a full collection frees.
 */
export async function readYoungHeap(): Promise<number> {
  await sleep(50);
  for (let round = 0; round < 3; round += 1) collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}
