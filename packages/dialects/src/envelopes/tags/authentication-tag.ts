import { randomBytes } from 'node:crypto';
import type { AuthenticationTag, Envelope } from '../message/envelope.ts';
import { signBytes } from './signature-algorithm.ts';
import type { SigningKey } from './signing-key.ts';
import { toSignedBytes } from './to-signed-bytes.ts';

/** A message with its tag. */
export interface SignedEnvelope extends Envelope {
  readonly auth: AuthenticationTag;
}

/** Options of {@link signEnvelope}. */
export interface SignEnvelopeOptions {
  /** Default: now. */
  readonly now?: Date;
}

/**
 * A message with a tag (Authenticated Message Schema) by its sender's key: now, with a new nonce and
 * the fingerprint of the key. A tag that it had is replaced. To send a message again, sign it again.
 */
export function signEnvelope(
  envelope: Envelope,
  key: SigningKey,
  { now = new Date() }: SignEnvelopeOptions = {},
): SignedEnvelope {
  const auth = {
    agent_id: envelope.sender_id,
    timestamp: now.toISOString(),
    nonce: randomBytes(16).toString('hex'),
    public_key_fingerprint: key.fingerprint,
  };
  const bytes = toSignedBytes({ ...envelope, auth });
  return { ...envelope, auth: { ...auth, signature: signBytes(bytes, key).toString('base64') } };
}
