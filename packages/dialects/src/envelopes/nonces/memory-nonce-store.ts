import { checkOptions, createIntegerRule } from '@formwork/core';
import { NonceStoreFullError } from '../errors/nonce-store-full-error.ts';
import type { NonceStore } from './nonce-store.ts';

/** Options of {@link createMemoryNonceStore}. */
export interface MemoryNonceStoreOptions {
  /** How many nonces are remembered at most. Default 1,000,000. */
  readonly limit?: number;
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** In milliseconds: how long expired nonces may stay. */
const SWEEP_MS = 10_000;

/**
 * Remembers nonces in this process. After a restart a message can be sent again for as long as it is
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
  const uses = new Map<string, number>();
  let sweptAt = now();

  function sweep(time: number): void {
    sweptAt = time;
    for (const [key, expiresAt] of uses) if (expiresAt <= time) uses.delete(key);
  }

  return {
    async use({ agentId, nonce, expiresAt }) {
      const time = now();
      if (time - sweptAt >= SWEEP_MS || time < sweptAt) sweep(time);
      const key = `${nonce} ${agentId}`;
      const known = uses.get(key);
      if (known !== undefined && known > time) return false;
      if (uses.size >= limit && known === undefined) {
        // The order is that of arrival, which is nearly that of their ends.
        const [first = time] = uses.values();
        if (first > time) throw new NonceStoreFullError(limit, { until: first });
        sweep(time);
      }
      uses.set(key, expiresAt);
      return true;
    },
    async close() {
      uses.clear();
    },
  };
}
