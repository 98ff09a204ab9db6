import { constants, sign, verify, type KeyObject } from 'node:crypto';

/** An algorithm for signatures, by its name in JWS (RFC 7518, RFC 8037). */
export type SignatureAlgorithm = 'Ed25519' | 'ES256' | 'ES384' | 'PS256' | 'RS256';

const CURVES: Readonly<Record<string, SignatureAlgorithm>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
};

const MIN_MODULUS_BITS = 2_048;
/**
 * The maximum number of bits of an RSA key; verifying a signature with a larger key takes
 * milliseconds.
 */
const MAX_MODULUS_BITS = 8_192;
const MIN_EXPONENT = 65_537n;

/**
 * The verdict on a key: the signature algorithms that it can be used with, the default first, or
 * the reason why it cannot be used.
 */
export type KeyFitness =
  | { readonly kind: 'fit'; readonly algorithms: readonly SignatureAlgorithm[] }
  | { readonly kind: 'unfit'; readonly description: string };

/** Finds the algorithms that a key can be used with. Only the key decides, never a message. */
export function judgeKey(key: KeyObject): KeyFitness {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  if (type === 'ed25519') return { kind: 'fit', algorithms: ['Ed25519'] };
  if (type === 'ec') {
    const { namedCurve = 'no known curve' } = details;
    const algorithm = CURVES[namedCurve];
    return algorithm === undefined
      ? { kind: 'unfit', description: `a key on ${namedCurve}` }
      : { kind: 'fit', algorithms: [algorithm] };
  }
  if (type !== 'rsa')
    return { kind: 'unfit', description: `a key of the kind ${type ?? 'secret'}` };
  const { modulusLength = 0, publicExponent = 0n } = details;
  if (modulusLength < MIN_MODULUS_BITS || modulusLength > MAX_MODULUS_BITS) {
    return { kind: 'unfit', description: `an RSA key of ${modulusLength} bits` };
  }
  return publicExponent < MIN_EXPONENT
    ? { kind: 'unfit', description: `an RSA key with the exponent ${publicExponent}` }
    : { kind: 'fit', algorithms: ['PS256', 'RS256'] };
}

/** The rule for keys, in words for error messages. */
export const KEY_RULE =
  'Ed25519, ECDSA on P-256 or P-384, or RSA of 2048 to 8192 bits with an exponent from 65537';

/** Signs bytes as JWS does: an ECDSA signature is r followed by s, without DER. */
export function signBytes(
  bytes: Uint8Array,
  { key, algorithm }: { readonly key: KeyObject; readonly algorithm: SignatureAlgorithm },
): Buffer {
  return sign(digestFor(algorithm), bytes, { key, ...parametersFor(algorithm) });
}

/** True if a signature is of these bytes by this key. Never throws. */
export function isSignatureOf(
  bytes: Uint8Array,
  {
    key,
    algorithm,
    signature,
  }: {
    readonly key: KeyObject;
    readonly algorithm: SignatureAlgorithm;
    readonly signature: Uint8Array;
  },
): boolean {
  try {
    return verify(digestFor(algorithm), bytes, { key, ...parametersFor(algorithm) }, signature);
  } catch {
    return false;
  }
}

function digestFor(algorithm: SignatureAlgorithm): string | null {
  switch (algorithm) {
    case 'Ed25519':
      return null;
    case 'ES384':
      return 'sha384';
    case 'ES256':
    case 'PS256':
    case 'RS256':
      return 'sha256';
  }
}

function parametersFor(algorithm: SignatureAlgorithm): {
  readonly dsaEncoding?: 'ieee-p1363';
  readonly padding?: number;
  readonly saltLength?: number;
} {
  switch (algorithm) {
    case 'Ed25519':
      return {};
    case 'ES256':
    case 'ES384':
      return { dsaEncoding: 'ieee-p1363' };
    case 'PS256':
      return {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      };
    case 'RS256':
      return { padding: constants.RSA_PKCS1_PADDING };
  }
}
