import { deepFreeze } from '@formwork/schema/json';
import type { JWTPayload } from 'jose';

type TokenClaims = Readonly<JWTPayload>;

/**
 * The time for which a verified token counts before its signature is checked again, in
 * milliseconds.
 */
const VERIFIED_MS = 60_000;

/**
 * The largest number of verified tokens that one authentication remembers; the oldest are dropped
 * first.
 */
const VERIFIED_TOKENS = 1_000;

/**
 * The claims of recently verified tokens. Verifying a signature takes most of the time of a call,
 * and callers send one token many times.
 */
export interface VerifiedTokens {
  /** Returns the claims of a token that was added and has not expired. */
  find(token: string): TokenClaims | undefined;
  add(token: string, claims: TokenClaims): void;
}

/**
 * Makes a memory of verified tokens by their text; hashing each token would cost more than the
 * look-up.
 */
export function createVerifiedTokens(clockSkewSeconds: number): VerifiedTokens {
  const entries = new Map<string, { readonly claims: TokenClaims; readonly until: number }>();
  return {
    find(token) {
      const entry = entries.get(token);
      if (entry === undefined) return undefined;
      if (Date.now() < entry.until) return entry.claims;
      entries.delete(token);
      return undefined;
    },
    add(token, claims) {
      const expiresAt = ((claims.exp ?? 0) + clockSkewSeconds) * 1_000;
      const until = Math.min(Date.now() + VERIFIED_MS, expiresAt);
      entries.set(token, { claims: deepFreeze(claims), until });
      const [oldest] = entries.keys();
      if (entries.size > VERIFIED_TOKENS && oldest !== undefined) entries.delete(oldest);
    },
  };
}
