import { checkOptions, createIntegerRule } from '@formwork/schema/internal';
import { NonceStoreFullError } from './errors.ts';

/** The use of a nonce. */
export interface NonceUse {
  readonly agentId: string;
  /** 32 lower-case hex digits. */
  readonly nonce: string;
  /** The time when the message is too old and the nonce may be forgotten, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Remembers nonces for as long as a message that carries them would be fresh. Only nonces of
 * verified messages come here.
 *
 * `use` MUST resolve with true for exactly one of all uses of the same agent and nonce before it
 * expires, also of those at the same time and, if the store is shared, in other processes. It MUST
 * resolve after the use is stored as lastingly as the store stores anything, and MUST NOT forget a
 * use before its time to make room: it rejects with `NonceStoreFullError` instead. What has
 * expired SHOULD be forgotten without being asked.
 */
export interface NonceStore {
  /** True if the nonce is new; then it no longer is. */
  use(use: NonceUse): Promise<boolean>;
  /** Closes files and connections. */
  close(): Promise<void>;
}

/** Options of {@link createMemoryNonceStore}. */
export interface MemoryNonceStoreOptions {
  /** How many nonces are remembered at most. Default 1,000,000. */
  readonly limit?: number;
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** How long expired nonces may stay, in milliseconds. */
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
