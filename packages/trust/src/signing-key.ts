import { FormworkError } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { JWK } from 'jose';

/**
 * A key as a JWK (RFC 7517), or a `KeyObject` of Node. A private key signs; a public key is only
 * listed, for callers who do not know the server's next key yet.
 */
export type SigningKey = JWK | ExportableKey;

/** The methods of Node's `KeyObject` that are used to recognize one and to read its JWK. */
export interface ExportableKey {
  readonly type: string;
  readonly export: (options: { readonly format: 'jwk' }) => object;
}

/** A public key as a JWK, with its id and its algorithm. */
export type PublicJwk = JWK & { readonly kid: string; readonly alg: string };

/** The public keys of a server (RFC 7517, section 5). */
export interface PublicKeys {
  readonly keys: readonly PublicJwk[];
}

/** A key of a server as a JWK with its id and algorithm, and whether the key is private. */
export interface KnownKey {
  readonly jwk: PublicJwk;
  readonly isPrivate: boolean;
}

const CURVES: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

/** Returns the algorithm of a key; `undefined` if it cannot sign or verify. */
export function findAlgorithm({ alg, crv, kty }: JWK): string | undefined {
  const keyAlgorithm = kty === 'RSA' ? 'RS256' : CURVES[crv ?? ''];
  if (alg === undefined || keyAlgorithm === undefined) return keyAlgorithm;
  if (kty === 'RSA') return /^[RP]S(?:256|384|512)$/u.test(alg) ? alg : undefined;
  return alg === keyAlgorithm || (alg === 'Ed25519' && keyAlgorithm === 'EdDSA') ? alg : undefined;
}

/** Lists the algorithms that a signature by a key may have. */
export function listAlgorithms(jwk: JWK): readonly string[] {
  if (jwk.kty === 'RSA' && jwk.alg === undefined) {
    return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
  }
  const algorithm = findAlgorithm(jwk);
  if (algorithm === undefined) return [];
  return jwk.crv === 'Ed25519' ? ['EdDSA', 'Ed25519'] : [algorithm];
}

/**
 * Checks keys without loading a cryptographic library, so that a server reports wrong keys as soon
 * as it is made.
 *
 * @throws TypeError that says which key is at fault; never its value
 *
 * @example
 * ```ts
 * import { generateKeyPairSync } from 'node:crypto';
 * import { checkSigningKeys } from '@formwork/trust';
 *
 * const { privateKey } = generateKeyPairSync('ed25519');
 * checkSigningKeys([privateKey]);
 * ```
 */
export function checkSigningKeys(keys: readonly SigningKey[]): void {
  const jwks = Array.isArray(keys) ? keys.map(toJwk) : [];
  for (const [index, jwk] of jwks.entries()) {
    if (jwk !== undefined && findAlgorithm(jwk) !== undefined) continue;
    throw new TypeError(
      `Cannot sign cards because keys[${index}] must be a JWK or KeyObject of Ed25519, P-256, P-384, P-521 or RSA whose alg fits: current value is another key`,
    );
  }
  if (jwks.some((jwk) => jwk?.d !== undefined)) return;
  throw new TypeError(
    `Cannot sign cards because keys must have at least one private key: current value is a list of ${jwks.length} without any`,
  );
}

/** Converts keys to JWKs, and gives keys without an id their thumbprint (RFC 7638) as id. */
export async function readKeys(keys: readonly SigningKey[]): Promise<readonly KnownKey[]> {
  checkSigningKeys(keys);
  return Promise.all(
    keys.map(async (key) => {
      const jwk = toJwk(key) ?? {};
      const kid = jwk.kid ?? (await toThumbprint(jwk));
      return {
        jwk: { ...jwk, kid, alg: findAlgorithm(jwk) ?? '' },
        isPrivate: jwk.d !== undefined,
      };
    }),
  );
}

/** Returns the thumbprint of a key (RFC 7638), which identifies the key whatever its id is. */
export async function toThumbprint(jwk: JWK): Promise<string> {
  const { calculateJwkThumbprint } = await import('./jose.ts');
  return calculateJwkThumbprint(jwk);
}

/**
 * The public members of a JWK (RFC 7518, section 6); all other members, such as private parts, are
 * never published.
 */
const PUBLIC_MEMBERS: readonly (keyof JWK)[] = ['kty', 'crv', 'x', 'y', 'n', 'e'];

/** Returns the public part of a key. */
export function toPublicJwk(jwk: PublicJwk): PublicJwk {
  const members = PUBLIC_MEMBERS.flatMap((name) =>
    jwk[name] === undefined ? [] : [[name, jwk[name]]],
  );
  return { ...(Object.fromEntries(members) as JWK), kid: jwk.kid, alg: jwk.alg, use: 'sig' };
}

function toJwk(key: SigningKey): JWK | undefined {
  const value: unknown = key;
  if (typeof value !== 'object' || value === null) return undefined;
  if (!isExportable(value)) return isRecord(value) ? value : undefined;
  return value.type === 'secret' ? undefined : value.export({ format: 'jwk' });
}

function isExportable(value: object): value is ExportableKey {
  return typeof Reflect.get(value, 'export') === 'function';
}

/** Thrown when the signature of a card fails the check; its message says why, and what to do. */
export class CardTrustError extends FormworkError {
  readonly code = 'CARD_NOT_TRUSTED';
}
