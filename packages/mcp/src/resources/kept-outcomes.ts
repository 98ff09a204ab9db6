import type { Outcome } from '@formwork/client';

/** Outcomes of tasks that were read a moment ago: a large part of one is read page by page. */
export interface KeptOutcomes {
  readonly find: (key: string) => Outcome<unknown> | undefined;
  /** Keeps the outcome for a moment if it can change no more. */
  readonly keep: (key: string, outcome: Outcome<unknown>) => void;
}

/** How long an outcome is kept after it came, in milliseconds: an agent may forget a task. */
const KEEP_MS = 30_000;

/** Most of all that is kept, in bytes, of which a character counts as one. */
const MAX_SIZE = 64 * 1024 * 1024;

/** Most outcomes. */
const MAX_KEPT = 256;

/** The size of a value besides its content, about, in bytes. */
const VALUE_BYTES = 64;

/** The size of a place in a list, in bytes. */
const PLACE_BYTES = 8;

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
      const size = toSize(outcome, MAX_SIZE + 1);
      if (size > MAX_SIZE) return;
      // The oldest first.
      for (const other of kept.keys()) {
        if (total + size > MAX_SIZE || kept.size >= MAX_KEPT) drop(other);
      }
      const timer = setTimeout(() => drop(key), KEEP_MS);
      timer.unref();
      kept.set(key, { outcome, size, timer });
      total += size;
    },
  };
}

/**
 * About how many bytes it takes, with `most` or more for all that is larger. Whatever an agent sends is
 * counted, with what each value takes besides what is in it: a list of empty objects is large.
 */
function toSize(outcome: Outcome<unknown>, most: number): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [outcome];
  let size = VALUE_BYTES;
  while (waiting.length > 0 && size < most) {
    const value = waiting.pop();
    if (typeof value === 'string') size += value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    size += VALUE_BYTES;
    if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (Array.isArray(value)) {
      size += value.length * PLACE_BYTES;
      if (size < most) for (const member of value) waiting.push(member);
    } else {
      for (const [name, member] of Object.entries(value)) {
        size += name.length;
        waiting.push(member);
      }
    }
  }
  return size;
}
