import { constants, createHash, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The signature algorithms of message envelopes, by the table of `docs/message-envelopes.md`. */
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

/** Fields of the signature's header that a test replaces by others. */
export interface Tag {
  readonly agent_id?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly public_key_fingerprint?: string;
}

/**
 * Signs a message envelope as the documentation says, with `node:crypto` and none of Formwork's
 * code. Its canonical JSON covers the values in these tests only.
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

/** Returns the fingerprint of a public key: `sha256:` and the SHA-256 of its DER. */
export function toFingerprintByHand(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

/**
 * Returns the canonical JSON of a value (RFC 8785): names in the order of their UTF-16 code units,
 * numbers and texts as JavaScript writes them.
 */
function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${toCanonical(inner)}`);
  return `{${members.join(',')}}`;
}
