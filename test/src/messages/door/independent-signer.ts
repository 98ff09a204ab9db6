import { constants, createHash, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Ways to sign, by the table of `docs/message-envelopes.md`. */
const WAYS = {
  Ed25519: (bytes: Buffer, key: KeyObject) => sign(null, bytes, key),
  ES256: (bytes: Buffer, key: KeyObject) =>
    sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  ES384: (bytes: Buffer, key: KeyObject) =>
    sign('sha384', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  PS256: (bytes: Buffer, key: KeyObject) =>
    sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  RS256: (bytes: Buffer, key: KeyObject) => sign('sha256', bytes, key),
};

export type Way = keyof typeof WAYS;

/** What a test may have otherwise than it should be. */
export interface Tag {
  readonly agent_id?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly public_key_fingerprint?: string;
}

/**
 * Signs a message as our documentation says, with nothing of ours: canonical JSON for what messages
 * of these tests hold, and `node:crypto`.
 */
export function signByHand<Message extends { readonly sender_id: string }>(
  message: Message,
  { key, way, tag = {} }: { readonly key: KeyObject; readonly way: Way; readonly tag?: Tag },
): Message & { readonly auth: Record<string, string> } {
  const auth = {
    agent_id: message.sender_id,
    timestamp: new Date().toISOString(),
    nonce: randomBytes(16).toString('hex'),
    ...tag,
  };
  const bytes = Buffer.from(toCanonical({ ...message, auth }), 'utf8');
  return { ...message, auth: { ...auth, signature: WAYS[way](bytes, key).toString('base64') } };
}

/** `sha256:` and the SHA-256 of the DER of a public key. */
export function toFingerprintByHand(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

/** RFC 8785: names by their UTF-16 code units; numbers and texts as JavaScript writes them. */
function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${toCanonical(inner)}`);
  return `{${members.join(',')}}`;
}
