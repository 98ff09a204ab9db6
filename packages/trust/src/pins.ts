import type { SignatureScope } from './signed-card.ts';
import type { PublicJwk } from './signing-key.ts';

/** A pin: the keys that an agent's card was signed with when the card was last seen. */
export interface Pin {
  readonly keys: readonly PublicJwk[];
  /**
   * The part of the card that the signatures covered: the whole card, or A2A's normal form of it.
   */
  readonly covers: SignatureScope;
  /** The time at which the card was last seen with a signature by one of the keys, ISO 8601. */
  readonly seenAt: string;
}

/**
 * A store that remembers the keys of cards (pins) by the address of the card. An implementation
 * MUST return the pin that was set last, because any key is trusted for an address without a pin.
 */
export interface PinStore {
  readonly get: (cardUrl: string) => Pin | undefined | Promise<Pin | undefined>;
  readonly set: (cardUrl: string, pin: Pin) => void | Promise<void>;
}

/**
 * Makes a store that remembers the keys of cards until the process ends.
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
