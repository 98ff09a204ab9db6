import type { SignatureScope } from './signed-card.ts';
import type { PublicJwk } from './signing-key.ts';

/** The keys that an agent's card was signed with when it was last seen. */
export interface Pin {
  readonly keys: readonly PublicJwk[];
  /** What those signatures were over. */
  readonly covers: SignatureScope;
  /** When the card was last seen with one of the keys, as ISO 8601. */
  readonly seenAt: string;
}

/**
 * Remembers keys by the address of the card. An implementation MUST give back what was set last; one
 * that forgets lets the next key in, whosever it is.
 */
export interface PinStore {
  readonly get: (cardUrl: string) => Pin | undefined | Promise<Pin | undefined>;
  readonly set: (cardUrl: string, pin: Pin) => void | Promise<void>;
}

/**
 * Remembers keys for as long as this process lives.
 *
 * @example
 * ```ts
 * import { createMemoryPins } from '@formwork/trust';
 *
 * const pins = createMemoryPins();
 * pins.get('https://agents.example.com/.well-known/agent-card.json'); // undefined
 * ```
 */
export function createMemoryPins(): PinStore {
  const pins = new Map<string, Pin>();
  return { get: (url) => pins.get(url), set: (url, pin) => void pins.set(url, pin) };
}
