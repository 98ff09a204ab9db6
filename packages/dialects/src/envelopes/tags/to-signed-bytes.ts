import { toCanonicalText } from '../message/canonical-text.ts';
import type { AuthenticationTag, Envelope } from '../message/envelope.ts';

/** A message whose tag is not signed yet, or is. */
export interface SignableEnvelope extends Omit<Envelope, 'auth'> {
  readonly auth: Omit<AuthenticationTag, 'signature'>;
}

/**
 * What a signature is over: the UTF-8 of the canonical JSON (RFC 8785) of the whole message, every
 * member that it has and those of its tag, but for `auth.signature`.
 */
export function toSignedBytes(envelope: SignableEnvelope): Uint8Array {
  const { signature: _, ...auth } = { signature: '', ...envelope.auth };
  return new TextEncoder().encode(toCanonicalText({ ...envelope, auth }));
}
