import { generateKeyPairSync } from 'node:crypto';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import type { Envelope } from '../message/envelope.ts';
import type { NonceStore } from '../nonces/nonce-store.ts';
import { findStaleness, MAX_AGE_MS } from './freshness.ts';
import { toVerifyingKey, type VerifyingKey } from './public-key.ts';
import { isSignatureOf } from './signature-algorithm.ts';
import { toSignedBytes, type SignableEnvelope } from './to-signed-bytes.ts';

/** Finds the keys of an agent; none for an agent that nobody knows. */
export type KeyLookup = (agentId: string) => Promise<readonly VerifyingKey[]>;

/** Options of {@link verifyEnvelope}. */
export interface VerifyEnvelopeOptions {
  readonly keys: KeyLookup;
  /** Remembers nonces. Default: a message is believed as often as it comes. */
  readonly nonces?: NonceStore;
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/** Whether the tag of a message proves who sent it. */
export type TagVerdict =
  | { readonly kind: 'verified'; readonly agentId: string; readonly fingerprint: string }
  /** Why, for a log: whoever sent it learns no more than that it was refused. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Stands for the keys of agents that nobody knows, so that these take as long to refuse. Only a large
 * payload, which nobody unknown makes us write again, is quicker.
 */
const decoy: VerifyingKey = toVerifyingKey(generateKeyPairSync('ed25519').publicKey);

/**
 * Verifies the tag of a message that fits its schemas (Authenticated Message Schema): the signature,
 * by a key of the agent that the tag names, who has to be the sender; the time; and that the nonce
 * is new.
 */
export async function verifyEnvelope(
  envelope: Envelope,
  { keys, nonces, now = Date.now() }: VerifyEnvelopeOptions,
): Promise<TagVerdict> {
  const { auth, sender_id: sender } = envelope;
  if (auth === undefined) return refuse('there is no tag');
  if (auth.agent_id !== sender) return refuse('agent_id is not the sender');
  const staleness = findStaleness(auth.timestamp, now);
  if (staleness !== undefined) return refuse(`auth.timestamp ${staleness}`);
  const signature = fromBase64(auth.signature);
  if (signature === undefined) return refuse('the signature is no canonical Base64');

  const known = await keys(auth.agent_id);
  const wanted = auth.public_key_fingerprint;
  const fitting =
    wanted === undefined ? known : known.filter(({ fingerprint }) => fingerprint === wanted);
  const isKnown = fitting.length > 0;
  const candidates = isKnown ? fitting : [decoy];
  const bytes = toBytes({ ...envelope, auth, ...(!isKnown && { payload: {} }) });
  if (bytes === undefined) return refuse('the message has no canonical form');
  const signer = candidates.find(({ key, algorithm }) =>
    isSignatureOf(bytes, { key, algorithm, signature }),
  );
  if (signer === undefined || signer === decoy) {
    return refuse(known.length === 0 ? 'the agent has no key' : 'no key of the agent signed it');
  }
  // Last, so that nobody but the agent itself can use a nonce up.
  const expiresAt = Date.parse(auth.timestamp) + MAX_AGE_MS;
  const isNew = (await nonces?.use({ agentId: sender, nonce: auth.nonce, expiresAt })) ?? true;
  if (!isNew) return refuse('the nonce was used before');
  return { kind: 'verified', agentId: sender, fingerprint: signer.fingerprint };
}

/** `undefined` for what has no canonical form: told as any wrong tag, whoever is known. */
function toBytes(envelope: SignableEnvelope): Uint8Array | undefined {
  try {
    return toSignedBytes(envelope);
  } catch (error) {
    if (error instanceof EnvelopeRefusedError) return undefined;
    throw error;
  }
}

function refuse(reason: string): TagVerdict {
  return { kind: 'refused', reason };
}

/** The bytes of canonical Base64: no other alphabet, no white space, the right padding. */
function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}
