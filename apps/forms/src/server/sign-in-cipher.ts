import { isRecord } from '@formwork/schema/json';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The sign-in of a person who is at the provider and has not come back yet. */
interface PendingSignIn {
  /** The value of `state` that the provider sends back. */
  readonly state: string;
  /** The secret with which the tokens are got. */
  readonly verifier: string;
  /** The hash of the page's address that the person returns to. */
  readonly hash: string;
}

/** Seals visits, so that browsers keep them and can neither read nor change them. */
export interface SignInCipher {
  readonly seal: (visit: PendingSignIn) => string;
  /**
   * Opens a visit, which can be done once; `undefined` for one that is not sealed here, is over, was
   * opened before, or has another state than the provider sends back.
   */
  readonly open: (
    sealed: string | undefined,
    state: string | undefined,
  ) => PendingSignIn | undefined;
  /** True if this cipher remembers that it has opened the visit with this state. */
  readonly hasOpened: (state: string | undefined) => boolean;
}

/** Milliseconds within which a person must come back from the sign-in provider. */
export const VISIT_MS: number = 10 * 60_000;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The longest sealed visit, in characters; browsers keep no longer cookie. */
const MAX_SEALED = 4_096;

/**
 * The most visits that are remembered as opened. Beyond it the oldest are forgotten, whose codes the
 * provider has taken already.
 */
const MAX_OPENED = 10_000;

/**
 * Makes a cipher with AES-256-GCM. Ciphers with the same secret open each other's visits, so that a
 * person may come back to another replica, or after a restart; without one, the key ends with the
 * process. Each remembers for itself what it has opened; those of several replicas need a record of
 * it as well.
 */
export function createSignInCipher(
  secret?: string | Uint8Array,
  now: () => number = Date.now,
): SignInCipher {
  const key =
    secret === undefined || secret.length === 0
      ? randomBytes(32)
      : new Uint8Array(hkdfSync('sha256', secret, '', 'formwork visit at a provider', 32));
  const opened = new Set<string>();

  /** Remembers that a visit was opened; false if it was before. */
  function take({ state }: PendingSignIn): boolean {
    if (opened.has(state)) return false;
    opened.add(state);
    const [oldest] = opened;
    if (opened.size > MAX_OPENED && oldest !== undefined) opened.delete(oldest);
    return true;
  }

  return {
    seal({ state, verifier, hash }) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify({ state, verifier, hash, endsAt: now() + VISIT_MS });
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, state) {
      const content = sealed === undefined ? undefined : decrypt(sealed, key);
      if (content === undefined) return undefined;
      // What opens with our key, this file has sealed.
      const { endsAt, ...visit } = content as unknown as PendingSignIn & {
        readonly endsAt: number;
      };
      if (endsAt <= now() || visit.state !== state) return undefined;
      return take(visit) ? visit : undefined;
    },
    hasOpened: (state) => state !== undefined && opened.has(state),
  };
}

function decrypt(sealed: string, key: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const bytes = Buffer.from(sealed.length > MAX_SEALED ? '' : sealed, 'base64url');
  const end = bytes.length - TAG_BYTES;
  if (end < NONCE_BYTES) return undefined;
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(end));
    const parts = [decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()];
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
