import type { LongTexts } from './long-texts.ts';
import type { Vacuum } from './vacuum.ts';

/** Cleans up behind deletions, on its own time. */
export interface Housekeeping {
  /** Soon sweeps blobs and gives room back. Never throws: what fails now is done another time. */
  start(): void;
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>;
}

/** One round at a time; what is asked for during one is done by another right after it. */
export function createHousekeeping(
  longTexts: Pick<LongTexts, 'sweep'>,
  vacuum: Vacuum,
): Housekeeping {
  let round: Promise<void> | undefined;
  let isWanted = false;
  const closing = new AbortController();

  async function runRounds(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await longTexts.sweep().catch(() => undefined);
      await vacuum.run().catch(() => undefined);
    }
    round = undefined;
  }

  return {
    start() {
      isWanted = true;
      round ??= runRounds();
    },
    async close() {
      closing.abort();
      vacuum.close();
      await round;
    },
  };
}
