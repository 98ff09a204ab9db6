import { isRecord } from '@formwork/schema/json';
import { createPrivateKey, createPublicKey, hash, KeyObject, type JsonWebKey } from 'node:crypto';
import { KeyRefusedError } from '../errors.ts';
import { isAgentId } from '../message/envelope.ts';
import { judgeKey, KEY_RULE, type SignatureAlgorithm } from './signature-algorithm.ts';

/**
 * A public key in any accepted form: PEM (`-----BEGIN PUBLIC KEY-----`), a JWK, the bytes of its
 * SPKI, or a `KeyObject` of Node.
 */
export type PublicKeyInput = string | JsonWebKey | Uint8Array | KeyObject;

/** A public key of an agent, and its algorithm. */
export interface PublicKeyEntry {
  readonly key: PublicKeyInput;
  /**
   * The algorithm of its signatures. Default: the one that the JWK names, else that of the kind of
   * key; `PS256` for RSA.
   */
  readonly algorithm?: SignatureAlgorithm;
}

/** A public key that is ready to verify signatures with. */
export interface VerifyingKey {
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  /** The fingerprint of the key: `sha256:` and the SHA-256 of its SPKI (DER), in lower-case hex. */
  readonly fingerprint: string;
}

/** Reads a public key and checks that it can verify tags. @throws KeyRefusedError */
export function toVerifyingKey(keyOrEntry: PublicKeyInput | PublicKeyEntry): VerifyingKey {
  const { key: input, algorithm: requestedAlgorithm } = isEntry(keyOrEntry)
    ? keyOrEntry
    : { key: keyOrEntry };
  const key = readPublicKey(input);
  const fitness = judgeKey(key);
  if (fitness.kind === 'unfit') {
    throw new KeyRefusedError(
      `a public key must be ${KEY_RULE}: current value is ${fitness.description}`,
    );
  }
  const namedAlgorithm = requestedAlgorithm ?? readAlgorithm(input);
  const algorithm = fitness.algorithms.find(
    (candidate) => namedAlgorithm === undefined || candidate === namedAlgorithm,
  );
  if (algorithm === undefined) {
    throw new KeyRefusedError(
      `the algorithm of this key must be one of ${fitness.algorithms.join(', ')}: current value is ${JSON.stringify(namedAlgorithm)}`,
    );
  }
  return { key, algorithm, fingerprint: computeKeyFingerprint(key) };
}

/**
 * Returns the fingerprint of a public key: `sha256:` and the SHA-256 of its SPKI (DER), in
 * lower-case hex.
 */
function computeKeyFingerprint(key: KeyObject): string {
  return `sha256:${hash('sha256', key.export({ type: 'spki', format: 'der' }), 'hex')}`;
}

function isEntry(input: PublicKeyInput | PublicKeyEntry): input is PublicKeyEntry {
  return isRecord(input) && !(input instanceof KeyObject) && 'key' in input;
}

function readPublicKey(input: unknown): KeyObject {
  if (input instanceof KeyObject) {
    if (input.type === 'public') return input;
    throw new KeyRefusedError(`a public key must be public: current value is ${input.type}`);
  }
  // Node would derive the public key from a private one, which must not be given here.
  if (typeof input === 'string' && /PRIVATE KEY/u.test(input)) throw createPrivateError();
  if (isRecord(input) && ('d' in input || input['kty'] === 'oct')) throw createPrivateError();
  try {
    if (typeof input === 'string') return createPublicKey({ key: input, format: 'pem' });
    if (input instanceof Uint8Array) {
      return createPublicKey({ key: Buffer.from(input), format: 'der', type: 'spki' });
    }
    if (isRecord(input)) return createPublicKey({ key: input, format: 'jwk' });
  } catch (error) {
    throw new KeyRefusedError(
      'a public key must be PEM, a JWK or SPKI: current value cannot be read',
      { cause: error },
    );
  }
  throw new KeyRefusedError(
    `a public key must be PEM, a JWK or SPKI: current value is ${input === null ? 'null' : typeof input}`,
  );
}

function createPrivateError(): KeyRefusedError {
  return new KeyRefusedError('a public key must be public: current value is a secret');
}

/** Reads the algorithm of a JWK from its `alg`; RFC 8037 calls Ed25519 `EdDSA`. */
function readAlgorithm(input: PublicKeyInput): unknown {
  if (!isRecord(input) || input instanceof KeyObject) return undefined;
  const { alg } = input;
  return alg === 'EdDSA' ? 'Ed25519' : alg;
}

/** A private key in any accepted form: PEM, a JWK, or a `KeyObject` of Node. */
export type PrivateKeyInput = string | JsonWebKey | KeyObject;

/** A private key that messages are signed with, and its algorithm. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: SignatureAlgorithm;
  readonly fingerprint: string;
}

/**
 * Makes a signing key from a private key. RSA signs with `PS256` unless `algorithm` says `RS256`.
 *
 * @throws KeyRefusedError
 */
export function createSigningKey(
  input: PrivateKeyInput,
  { algorithm: requestedAlgorithm }: { readonly algorithm?: SignatureAlgorithm } = {},
): SigningKey {
  const key = readPrivateKey(input);
  const fitness = judgeKey(key);
  if (fitness.kind === 'unfit') {
    throw new KeyRefusedError(
      `a private key must be ${KEY_RULE}: current value is ${fitness.description}`,
    );
  }
  const algorithm = fitness.algorithms.find(
    (candidate) => requestedAlgorithm === undefined || candidate === requestedAlgorithm,
  );
  if (algorithm === undefined) {
    throw new KeyRefusedError(
      `the algorithm of this key must be one of ${fitness.algorithms.join(', ')}: current value is ${JSON.stringify(requestedAlgorithm)}`,
    );
  }
  return { key, algorithm, fingerprint: computeKeyFingerprint(createPublicKey(key)) };
}

function readPrivateKey(input: PrivateKeyInput): KeyObject {
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

/**
 * The public keys of one agent: a single key, or several while the agent replaces one by another.
 */
export type AgentKeys =
  | PublicKeyInput
  | PublicKeyEntry
  | readonly (PublicKeyInput | PublicKeyEntry)[];

/**
 * The public keys of agents by their ids, or a function that finds the keys of one agent. The
 * function MUST return none for an agent that it does not know, and MUST NOT return keys that
 * are not registered for that agent.
 */
export type KeyRegistration =
  | Readonly<Record<string, AgentKeys>>
  | ((agentId: string) => AgentKeys | undefined | Promise<AgentKeys | undefined>);

/** A function that finds the public keys of an agent; it returns none for an unknown agent. */
export type KeyLookup = (agentId: string) => Promise<readonly VerifyingKey[]>;

/**
 * The maximum number of keys of one agent, because a tag that names no key is verified with each.
 */
const MAX_KEYS = 8;

/**
 * Makes a key ring, the function that finds the keys of agents, from registered keys. @throws
 * KeyRefusedError that names the agent; for a registered function, when it is called
 */
export function createKeyRing(registration: KeyRegistration): KeyLookup {
  if (typeof registration === 'function') {
    return async (agentId) => readKeys(agentId, await registration(agentId));
  }
  const rings = new Map(
    Object.entries(registration).map(([agentId, keys]) => [agentId, readKeys(agentId, keys)]),
  );
  return async (agentId) => rings.get(agentId) ?? [];
}

function readKeys(agentId: string, keys: AgentKeys | undefined): Awaited<ReturnType<KeyLookup>> {
  if (keys === undefined) return [];
  const list = [keys].flat();
  if (!isAgentId(agentId)) {
    throw new KeyRefusedError(
      `it must belong to an agent's id: current value is ${JSON.stringify(agentId)}`,
    );
  }
  if (list.length > MAX_KEYS) {
    throw new KeyRefusedError(
      `an agent must have at most ${MAX_KEYS}: current value is ${list.length} of ${agentId}`,
    );
  }
  return list.map((key) => {
    try {
      return toVerifyingKey(key);
    } catch (error) {
      if (!(error instanceof KeyRefusedError)) throw error;
      throw new KeyRefusedError(
        `${error.message.slice('Cannot use the key because '.length)} (agent ${agentId})`,
        {
          cause: error,
        },
      );
    }
  });
}
