import { setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../errors.ts';

/** The pauses after which a storage that was away is asked again, in milliseconds. */
const PAUSES_MS = [100, 1000, 5000, 15_000, 60_000, 300_000];

/**
 * Stores the result of a step whose run is over: `keep` asks the engine to. The task may wait for a
 * person for days, so a storage that is away for some minutes is asked again.
 *
 * @throws EngineStorageError once the storage was away too long
 */
export async function keepLateMemo(
  keep: () => Promise<boolean>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<boolean> {
  for (const pauseMs of pausesMs) {
    try {
      return await keep();
    } catch (error) {
      if (!(error instanceof EngineStorageError)) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return keep();
}
