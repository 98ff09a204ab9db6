/** The use of a nonce. */
export interface NonceUse {
  readonly agentId: string;
  /** 32 lower-case hex digits. */
  readonly nonce: string;
  /** When it may be forgotten, as the message is too old from then on: milliseconds since 1970. */
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
  /** Lets go of what the store holds open. */
  close(): Promise<void>;
}
