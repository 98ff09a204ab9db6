import { setTimeout } from 'node:timers/promises';

/** How long a host is left alone between two words of progress, in milliseconds. */
const PAUSE_MS = 50;

/** How many words are told without a pause: a call that ends at once tells all that it says. */
const BURST = 5;

/** Tells a host how far one call is, no faster than it is good for it, and than it takes it. */
export interface ProgressTeller {
  /** What was said before and not told yet counts for nothing any more. */
  readonly tell: (text: string, fraction: number | undefined) => void;
  /** Tells what is left, before the answer. Never rejects. */
  readonly flush: () => Promise<void>;
}

/** How far a call is, as it is sent. */
interface SentProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

interface Said {
  readonly text: string;
  readonly fraction: number | undefined;
}

/** @param send resolves once the host's end has taken it; what it rejects with is of no interest. */
export function createProgressTeller(
  send: (progress: SentProgress) => Promise<void>,
): ProgressTeller {
  let last = 0;
  let waiting: readonly Said[] = [];
  let credit = BURST;
  let countedAt = performance.now();
  let sending: Promise<void> | undefined;
  let isEnding = false;

  /** How many words may be told now. */
  function count(): number {
    const earned = Math.floor((performance.now() - countedAt) / PAUSE_MS);
    credit = Math.min(BURST, credit + earned);
    countedAt += earned * PAUSE_MS;
    return credit;
  }

  async function run(): Promise<void> {
    for (let [said] = waiting; said !== undefined; [said] = waiting) {
      if (count() < 1 && !isEnding) {
        await setTimeout(PAUSE_MS, undefined, { ref: false });
        continue;
      }
      const { text, fraction } = said;
      waiting = waiting.slice(1);
      credit -= 1;
      // It must grow, whatever the agent says.
      last = fraction === undefined ? last + 1 : Math.max(last + 0.01, fraction * 100);
      const sent = send({
        progress: last,
        ...(fraction !== undefined && { total: Math.max(100, last) }),
        ...(text !== '' && { message: text }),
      });
      await sent.catch(() => {});
    }
    sending = undefined;
  }

  return {
    tell(text, fraction) {
      // The newest win.
      waiting = [...waiting, { text, fraction }].slice(-Math.max(1, count()));
      sending ??= run();
    },
    async flush() {
      isEnding = true;
      await sending;
      isEnding = false;
    },
  };
}
