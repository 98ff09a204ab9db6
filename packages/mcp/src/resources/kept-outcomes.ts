import type { Outcome } from '@formwork/client';

/** What tasks came to that were read a moment ago: a large part of one is read page by page. */
export interface KeptOutcomes {
  readonly find: (key: string) => Outcome<unknown> | undefined;
  /** Keeps the outcome for a moment if it can change no more. */
  readonly keep: (key: string, outcome: Outcome<unknown>) => void;
}

/** How long an outcome is kept after it came, in milliseconds: an agent may forget a task. */
const KEEP_MS = 30_000;

/** Most bytes of all that is kept, and most characters of texts. */
const MAX_SIZE = 64 * 1024 * 1024;

interface Kept {
  readonly outcome: Outcome<unknown>;
  readonly size: number;
  readonly timer: NodeJS.Timeout;
}

export function createKeptOutcomes(): KeptOutcomes {
  const kept = new Map<string, Kept>();
  let total = 0;

  function drop(key: string): void {
    const known = kept.get(key);
    if (known === undefined) return;
    clearTimeout(known.timer);
    kept.delete(key);
    total -= known.size;
  }

  return {
    find: (key) => kept.get(key)?.outcome,
    keep(key, outcome) {
      drop(key);
      // What waits goes on.
      if (outcome.state === 'input-required' || outcome.state === 'auth-required') return;
      const size = toSize(outcome);
      if (size > MAX_SIZE) return;
      // The oldest first.
      for (const other of kept.keys()) {
        if (total + size > MAX_SIZE) drop(other);
      }
      const timer = setTimeout(() => drop(key), KEEP_MS);
      timer.unref();
      kept.set(key, { outcome, size, timer });
      total += size;
    },
  };
}

/** Its texts, files and data; what is around them is little beside what is large. */
function toSize(outcome: Outcome<unknown>): number {
  const { text, files } = outcome;
  const data = outcome.state === 'completed' ? (JSON.stringify(outcome.data) ?? '') : '';
  const bytes = files.reduce(
    (sum, file) => sum + (file.kind === 'bytes' ? file.bytes.byteLength : 0),
    0,
  );
  return text.length + data.length + bytes;
}
