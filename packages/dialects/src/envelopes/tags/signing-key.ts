import { createPrivateKey, createPublicKey, KeyObject, type JsonWebKey } from 'node:crypto';
import { KeyRefusedError } from '../errors/key-refused-error.ts';
import { toKeyFingerprint } from './public-key.ts';
import { KEY_RULE, toKeyFitness, type SignatureAlgorithm } from './signature-algorithm.ts';

/** A private key: PEM, a JWK, or Node's own object. */
export type PrivateKeyInput = string | JsonWebKey | KeyObject;

/** A key to sign with. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  readonly fingerprint: string;
}

/**
 * Makes a private key ready. RSA signs with `PS256` unless `algorithm` says `RS256`.
 *
 * @throws KeyRefusedError
 */
export function createSigningKey(
  input: PrivateKeyInput,
  { algorithm: wanted }: { readonly algorithm?: SignatureAlgorithm } = {},
): SigningKey {
  const key = read(input);
  const fitness = toKeyFitness(key);
  if (fitness.kind === 'unfit') {
    throw new KeyRefusedError(
      `a private key must be ${KEY_RULE}: current value is ${fitness.found}`,
    );
  }
  const algorithm = fitness.algorithms.find((one) => wanted === undefined || one === wanted);
  if (algorithm === undefined) {
    throw new KeyRefusedError(
      `the algorithm of this key must be one of ${fitness.algorithms.join(', ')}: current value is ${JSON.stringify(wanted)}`,
    );
  }
  return { key, algorithm, fingerprint: toKeyFingerprint(createPublicKey(key)) };
}

function read(input: PrivateKeyInput): KeyObject {
  if (input instanceof KeyObject) {
    if (input.type === 'private') return input;
    throw new KeyRefusedError(`a private key must be private: current value is ${input.type}`);
  }
  try {
    return typeof input === 'string'
      ? createPrivateKey({ key: input, format: 'pem' })
      : createPrivateKey({ key: input, format: 'jwk' });
  } catch (error) {
    throw new KeyRefusedError('a private key must be PEM or a JWK: current value cannot be read', {
      cause: error,
    });
  }
}
