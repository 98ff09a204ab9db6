import type { Outcome } from '@formwork/client';

/**
 * A short-lived cache of the outcomes of tasks, because a large part of one is read page by page.
 */
export interface KeptOutcomes {
  readonly find: (key: string) => Outcome<unknown> | undefined;
  /** Keeps the outcome of a task for a short time, if it can no longer change. */
  readonly keep: (key: string, outcome: Outcome<unknown>) => void;
}

/**
 * The time for which an outcome is kept, in milliseconds. It is short because an agent may delete a
 * task.
 */
const KEEP_MS = 30_000;

/** The highest total size of all kept outcomes, in bytes, with one byte per character. */
const MAX_SIZE = 64 * 1024 * 1024;

/** The highest number of tasks whose outcomes are kept. */
const MAX_KEPT = 256;

/** The estimated size of a value in memory without its content, in bytes. */
const VALUE_BYTES = 64;

/** The size of an item's place in a list, in bytes. */
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
      // A task that waits for an answer can still change, so its outcome is not kept.
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
 * Estimates the size of an outcome in bytes, or returns at least `most` as soon as it is larger.
 * Every value counts with some bytes of its own, so that a list of empty objects is not
 * underestimated.
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
