import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { EnvelopeRefusedError } from '../errors.ts';
import type { AuthenticationTag, Envelope } from '../message/envelope.ts';
import { toCanonicalText } from '../message/message-text.ts';
import type { NonceStore } from '../nonce-store.ts';
import { type KeyLookup, toVerifyingKey, type SigningKey, type VerifyingKey } from './keys.ts';
import { isSignatureOf, signBytes } from './signature-algorithm.ts';

/** A message with a tag that proves who sent it. */
export interface SignedEnvelope extends Envelope {
  readonly auth: AuthenticationTag;
}

/** Options of {@link signEnvelope}. */
export interface SignEnvelopeOptions {
  /** The time of signing. Default: now. */
  readonly now?: Date;
}

/**
 * Signs a message with its sender's key, which adds a tag (Authenticated Message Schema): the time,
 * a new nonce and the fingerprint of the key. An earlier tag is replaced. A message that is sent
 * again has to be signed again.
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

/** Options of {@link verifyEnvelope}. */
export interface VerifyEnvelopeOptions {
  readonly keys: KeyLookup;
  /** The store of used nonces. Default: none, so that a message is accepted each time it comes. */
  readonly nonces?: NonceStore;
  /** The current time in milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/** The outcome of verifying a tag with {@link verifyEnvelope}. */
export type TagResult =
  | { readonly kind: 'verified'; readonly agentId: string; readonly fingerprint: string }
  /**
   * The tag was refused. `reason` is for a log; the sender only learns that the message was
   * refused.
   */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A key that stands in for the keys of unknown agents, so that refusing an unknown agent takes as
 * long as verifying a signature. Only a large payload is refused sooner, because it is not
 * serialized for an unknown agent.
 */
const decoy: VerifyingKey = toVerifyingKey(generateKeyPairSync('ed25519').publicKey);

/**
 * Verifies the tag of a message that fits its schemas (Authenticated Message Schema): the
 * signature, by a key of the agent that the tag names, who has to be the sender; the time; and that
 * the nonce was not used before.
 */
export async function verifyEnvelope(
  envelope: Envelope,
  { keys, nonces, now = Date.now() }: VerifyEnvelopeOptions,
): Promise<TagResult> {
  const { auth, sender_id: sender } = envelope;
  if (auth === undefined) return refuse('there is no tag');
  if (auth.agent_id !== sender) return refuse('agent_id is not the sender');
  const staleness = findStaleness(auth.timestamp, now);
  if (staleness !== undefined) return refuse(`auth.timestamp ${staleness}`);
  const signature = fromBase64(auth.signature);
  if (signature === undefined) return refuse('the signature is no canonical Base64');

  const agentKeys = await keys(auth.agent_id);
  const namedFingerprint = auth.public_key_fingerprint;
  const fitting =
    namedFingerprint === undefined
      ? agentKeys
      : agentKeys.filter(({ fingerprint }) => fingerprint === namedFingerprint);
  const isKnown = fitting.length > 0;
  const candidates = isKnown ? fitting : [decoy];
  const bytes = findSignedBytes({ ...envelope, auth, ...(!isKnown && { payload: {} }) });
  if (bytes === undefined) return refuse('the message has no canonical form');
  const signer = candidates.find(({ key, algorithm }) =>
    isSignatureOf(bytes, { key, algorithm, signature }),
  );
  if (signer === undefined || signer === decoy) {
    return refuse(
      agentKeys.length === 0 ? 'the agent has no key' : 'no key of the agent signed it',
    );
  }
  // The nonce is stored last, so that only the agent itself can use it up.
  const expiresAt = Date.parse(auth.timestamp) + MAX_AGE_MS;
  const isNew = (await nonces?.use({ agentId: sender, nonce: auth.nonce, expiresAt })) ?? true;
  if (!isNew) return refuse('the nonce was used before');
  return { kind: 'verified', agentId: sender, fingerprint: signer.fingerprint };
}

/**
 * Returns the bytes that a signature covers; `undefined` for a message without a canonical form,
 * which is refused like any wrong tag.
 */
function findSignedBytes(envelope: SignableEnvelope): Uint8Array | undefined {
  try {
    return toSignedBytes(envelope);
  } catch (error) {
    if (error instanceof EnvelopeRefusedError) return undefined;
    throw error;
  }
}

function refuse(reason: string): TagResult {
  return { kind: 'refused', reason };
}

/** Decodes Base64 in its canonical form only: one alphabet, no white space, the right padding. */
function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

/** The age from which a message is too old to be accepted, in milliseconds. */
const MAX_AGE_MS = 300_000;

/** The longest time by which a sender's clock may be ahead of this server's, in milliseconds. */
const MAX_AHEAD_MS = 60_000;

/**
 * Returns the reason why the time of a message is not fresh, in words that follow the name of its
 * field; `undefined` if it is fresh.
 */
export function findStaleness(timestamp: string, now: number): string | undefined {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return `must be a time: current value is ${JSON.stringify(timestamp)}`;
  const shown = `current value is ${timestamp}, and it is ${new Date(now).toISOString()}`;
  if (now - time >= MAX_AGE_MS) return `must be less than 5 minutes ago: ${shown}`;
  if (time - now > MAX_AHEAD_MS) return `must be at most 60 seconds ahead: ${shown}`;
  return undefined;
}

/** A message that is being signed or verified, whose tag may lack the signature. */
interface SignableEnvelope extends Omit<Envelope, 'auth'> {
  readonly auth: Omit<AuthenticationTag, 'signature'>;
}

/**
 * Returns the bytes of a message that are signed: the canonical JSON (RFC 8785) of the whole
 * message with every member of its tag except `auth.signature`.
 */
function toSignedBytes(envelope: SignableEnvelope): Uint8Array {
  const { signature: _, ...auth } = { signature: '', ...envelope.auth };
  return new TextEncoder().encode(toCanonicalText({ ...envelope, auth }));
}
