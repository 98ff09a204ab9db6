import type { SharedRecords } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import { checkOptions, createIntegerRule } from '@formwork/schema/options';
import { hash } from 'node:crypto';
import { NonceStoreFullError } from './errors.ts';

/** A nonce that an agent has used in a message. */
export interface NonceUse {
  readonly agentId: string;
  /** The nonce: 32 lower-case hex digits. */
  readonly nonce: string;
  /**
   * The time after which the message is too old, so that the nonce may be forgotten, in
   * milliseconds since 1970.
   */
  readonly expiresAt: number;
}

/**
 * A store that remembers used nonces for as long as their messages are fresh, so that no message is
 * accepted twice. It gets only nonces of verified messages.
 *
 * `use` MUST resolve with true for exactly one of all uses of the same agent and nonce before it
 * expires, including simultaneous ones and, if the store is shared, those in other processes. It
 * MUST resolve only after the use is stored as durably as the store stores anything, and MUST NOT
 * forget a use before its time to make room: it rejects with `NonceStoreFullError` instead. Expired
 * nonces SHOULD be forgotten without a request.
 */
export interface NonceStore {
  /** Uses a nonce. Resolves with true if it was new, with false if it had been used before. */
  use(use: NonceUse): Promise<boolean>;
  /** Closes the store with its files and connections. */
  close(): Promise<void>;
}

/** Options of {@link createMemoryNonceStore}. */
export interface MemoryNonceStoreOptions {
  /** The maximum number of nonces that are remembered. Default 1,000,000. */
  readonly limit?: number;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** Milliseconds for which expired nonces may stay in memory. */
const SWEEP_MS = 10_000;

/**
 * Makes a store of nonces in this process. After a restart, a message can be sent again while it is
 * fresh; the store on SQLite has no such gap.
 */
export function createMemoryNonceStore(options: MemoryNonceStoreOptions = {}): NonceStore {
  checkOptions(options, {
    subject: 'Cannot make a nonce store',
    rules: {
      limit: createIntegerRule(1),
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  const { limit = 1_000_000, now = Date.now } = options;
  const nonces = new MemoryNonces(limit, now);
  return {
    use: async (use) => nonces.use(use),
    close: async () => nonces.clear(),
  };
}

/** The nonces of a store in this process. */
class MemoryNonces {
  readonly #limit: number;
  readonly #now: () => number;
  /** The times at which the nonces expire, in milliseconds since 1970. */
  readonly #uses = new Map<string, number>();
  #sweptAt: number;
  /** No nonce expires before this time, in milliseconds since 1970. */
  #firstEnd = Number.POSITIVE_INFINITY;

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#sweptAt = now();
  }

  /** Uses a nonce. Returns true if it was new. @throws NonceStoreFullError */
  use({ agentId, nonce, expiresAt }: NonceUse): boolean {
    const time = this.#now();
    if (time - this.#sweptAt >= SWEEP_MS || time < this.#sweptAt) this.#sweep(time);
    const key = `${nonce} ${agentId}`;
    const usedUntil = this.#uses.get(key);
    if (usedUntil !== undefined && usedUntil > time) return false;
    if (usedUntil === undefined) this.#makeRoom(time);
    this.#uses.set(key, expiresAt);
    this.#firstEnd = Math.min(this.#firstEnd, expiresAt);
    return true;
  }

  clear(): void {
    this.#uses.clear();
  }

  #makeRoom(time: number): void {
    if (this.#uses.size < this.#limit) return;
    // Messages of another age may have come before, so that the oldest use is not the first to
    // expire.
    if (this.#firstEnd <= time) this.#sweep(time);
    if (this.#uses.size < this.#limit) return;
    throw new NonceStoreFullError(this.#limit, { until: this.#firstEnd });
  }

  #sweep(time: number): void {
    this.#sweptAt = time;
    this.#firstEnd = Number.POSITIVE_INFINITY;
    for (const [key, expiresAt] of this.#uses) {
      if (expiresAt <= time) this.#uses.delete(key);
      else this.#firstEnd = Math.min(this.#firstEnd, expiresAt);
    }
  }
}

/** Options of {@link createNonceStore}. */
export interface NonceStoreOptions {
  /** The records that the processes share. They must not have a `limit`. */
  readonly records: SharedRecords;
  /**
   * The time by which the clocks of the processes may differ, in milliseconds: nonces are kept that
   * much longer. Default 60,000.
   */
  readonly clockSkewMs?: number;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Makes a store of nonces in records that several processes share: a message that one of them has
 * accepted is refused by all others. Closing it leaves the records open.
 *
 * @throws TypeError when the records may forget a nonce before its time
 *
 * @example
 * ```ts
 * import { createNonceStore } from '@formwork/adapters';
 * import { createSqliteRecords } from '@formwork/runtime/sqlite';
 *
 * const nonces = createNonceStore({ records: createSqliteRecords({ file: 'records.db' }) });
 * ```
 */
export function createNonceStore(options: NonceStoreOptions): NonceStore {
  checkOptions(options, {
    subject: 'Cannot make a nonce store',
    rules: {
      records: {
        expected: 'shared records that forget nothing before its time',
        isValid: (value) => isRecord(value) && value['limit'] === undefined,
        describe: (value) => (isRecord(value) ? 'some with a limit' : typeof value),
      },
      clockSkewMs: createIntegerRule(0, 3_600_000),
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  const { records, clockSkewMs = 60_000, now = Date.now } = options;
  return {
    async use({ agentId, nonce, expiresAt }) {
      const ttlMs = expiresAt - now() + clockSkewMs;
      const digest = hash('sha256', JSON.stringify([agentId, nonce]), 'base64url');
      // A nonce that has expired is kept for a moment only, because its message is refused as too
      // old.
      const record = { value: '1', ttlMs: Math.max(1, Math.ceil(ttlMs)) };
      return (await records.add(`envelopes/nonce/${digest}`, record)).isNew;
    },
    close: () => Promise.resolve(),
  };
}
