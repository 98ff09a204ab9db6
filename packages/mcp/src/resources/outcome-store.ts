import type { Outcome } from '@formwork/client';

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

/**
 * A short-lived cache of the outcomes of tasks, because a large part of one is read page by page.
 */
export class OutcomeStore {
  /** An outcome in the cache. */
  readonly #outcomes = new Map<
    string,
    {
      readonly outcome: Outcome<unknown>;
      readonly size: number;
      readonly timer: NodeJS.Timeout;
    }
  >();
  #total = 0;

  find(key: string): Outcome<unknown> | undefined {
    return this.#outcomes.get(key)?.outcome;
  }

  /** Keeps the outcome of a task for a short time, if it can no longer change. */
  keep(key: string, outcome: Outcome<unknown>): void {
    this.#drop(key);
    // A task that waits for an answer can still change, so its outcome is not kept.
    if (outcome.state === 'input-required' || outcome.state === 'auth-required') return;
    const size = toSize(outcome, MAX_SIZE + 1);
    if (size > MAX_SIZE) return;
    // The oldest first.
    for (const oldKey of this.#outcomes.keys()) {
      if (this.#total + size > MAX_SIZE || this.#outcomes.size >= MAX_KEPT) this.#drop(oldKey);
    }
    const timer = setTimeout(() => this.#drop(key), KEEP_MS);
    timer.unref();
    this.#outcomes.set(key, { outcome, size, timer });
    this.#total += size;
  }

  #drop(key: string): void {
    const entry = this.#outcomes.get(key);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    this.#outcomes.delete(key);
    this.#total -= entry.size;
  }
}

/**
 * Estimates the size of an outcome in bytes, or returns at least `most` as soon as it is larger.
 * Every value counts with some bytes of its own, so that a list of empty objects is not
 * underestimated.
 */
function toSize(outcome: Outcome<unknown>, most: number): number {
  const visited = new Set<object>();
  const waiting: unknown[] = [outcome];
  let size = VALUE_BYTES;
  while (waiting.length > 0 && size < most) {
    const value = waiting.pop();
    if (typeof value === 'string') size += value.length;
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    visited.add(value);
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
