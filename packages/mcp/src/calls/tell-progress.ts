import { setTimeout } from 'node:timers/promises';

/** How long a host is left alone between two words of progress, in milliseconds. */
const PAUSE_MS = 50;

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
  let newest: Said | undefined;
  let sending: Promise<void> | undefined;
  let isEnding = false;

  async function run(): Promise<void> {
    while (newest !== undefined) {
      const { text, fraction } = newest;
      newest = undefined;
      // It must grow, whatever the agent says.
      last = fraction === undefined ? last + 1 : Math.max(last + 0.01, fraction * 100);
      const sent = send({
        progress: last,
        ...(fraction !== undefined && { total: Math.max(100, last) }),
        ...(text !== '' && { message: text }),
      });
      await sent.catch(() => {});
      if (!isEnding) await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
    sending = undefined;
  }

  return {
    tell(text, fraction) {
      newest = { text, fraction };
      sending ??= run();
    },
    async flush() {
      isEnding = true;
      await sending;
      isEnding = false;
    },
  };
}
