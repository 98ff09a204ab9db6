import { listSignatures, toSignedText, TYPES, WHOLE, type CardJson } from './signed-card.ts';
import type { SignatureEntry, SignatureScope } from './signed-card.ts';
import {
  readKeys,
  toPublicJwk,
  toThumbprint,
  type KnownKey,
  type PublicKeys,
  type SigningKey,
} from './signing-key.ts';

/** Options of {@link createCardSigner}. */
export interface CardSignerOptions {
  /**
   * The keys of the server: each private key signs cards, each public key is only listed for
   * callers. At least one key is private.
   */
  readonly keys: readonly SigningKey[];
  /**
   * The URL at which callers find the public keys; the header of every signature contains the URL.
   * Default: the header has none.
   */
  readonly jwksUrl?: string;
}

/** A signer of the agent cards that one server sends. */
export interface CardSigner {
  /** The public keys of the signer, by which callers verify its signatures. */
  readonly publicKeys: PublicKeys;
  /**
   * Returns the card with its signatures: for each private key one over the whole card, and for A2A
   * 1.0 also one over the card's normal form, which other clients verify.
   */
  readonly sign: (card: CardJson, options?: SignOptions) => Promise<CardJson>;
}

/** Options of {@link CardSigner.sign}. */
export interface SignOptions {
  /**
   * The card of A2A 1.0 that clients read from the signed one, whose normal form they verify.
   * Default: the signed card, if it is one of A2A 1.0; a card of 0.3 has no normal form.
   */
  readonly readAs?: CardJson;
}

/**
 * Makes a signer of cards. Signatures are over the canonical JSON (RFC 8785) of the card as it is
 * served, so that no schema changes unnoticed, not by an empty value either.
 *
 * @throws TypeError for keys that cannot sign
 *
 * @example
 * ```ts
 * import { createCardSigner, createSigningKey } from '@formwork/trust';
 *
 * const signer = await createCardSigner({ keys: [await createSigningKey()] });
 * const card = await signer.sign({ name: 'Referee', version: '1.0.0', skills: [] });
 * ```
 */
export async function createCardSigner({ keys, jwksUrl }: CardSignerOptions): Promise<CardSigner> {
  const keyring = await readKeys(keys);
  const vouches = await Promise.all(keyring.map(async ({ jwk }) => toThumbprint(jwk)));
  return {
    publicKeys: { keys: keyring.map(({ jwk }) => toPublicJwk(jwk)) },
    async sign(card, { readAs } = {}) {
      // A card of A2A 0.3 has no normal form that its readers agree on.
      const normal = readAs ?? (card['protocolVersion'] === undefined ? card : undefined);
      const texts: (readonly [SignatureScope, string])[] = [];
      if (normal !== undefined) texts.push(['normal-form', toSignedText(normal, 'normal-form')]);
      texts.push(['card', toSignedText(card, 'card')]);
      const signatures: SignatureEntry[] = [];
      for (const [scope, text] of texts) {
        for (const key of keyring.filter(({ isPrivate }) => isPrivate)) {
          signatures.push(await signText(text, { key, scope, jwksUrl, vouches }));
        }
      }
      return { ...card, signatures: [...listSignatures(card), ...signatures] };
    },
  };
}

async function signText(
  text: string,
  {
    key: { jwk },
    scope,
    jwksUrl,
    vouches,
  }: {
    readonly key: KnownKey;
    readonly scope: SignatureScope;
    readonly jwksUrl: string | undefined;
    /** The thumbprints of all keys of the server, which the owner of this key confirms as its own. */
    readonly vouches: readonly string[];
  },
): Promise<SignatureEntry> {
  const { FlattenedSign, importJWK } = await import('./jose.ts');
  const jws = await new FlattenedSign(new TextEncoder().encode(text))
    .setProtectedHeader({
      alg: jwk.alg,
      typ: TYPES[scope],
      kid: jwk.kid,
      ...(jwksUrl !== undefined && { jku: jwksUrl }),
      // Anybody can add a signature to a card, so a pinned key itself says which keys may follow
      // it. The member `whole` reveals that the signature over the whole card is gone.
      ...(scope === 'card' ? { vouches } : { [WHOLE]: true }),
    })
    .sign(await importJWK(jwk, jwk.alg));
  return { protected: jws.protected ?? '', signature: jws.signature };
}

/**
 * Makes a private key (Ed25519) as JWK, with its thumbprint as its id. Its holder can sign
 * cards in your name: keep it in a file of yours alone.
 *
 * @example
 * ```ts
 * import { createSigningKey } from '@formwork/trust';
 *
 * const { kid } = await createSigningKey();
 * ```
 */
export async function createSigningKey(): Promise<PrivateJwk> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('./jose.ts');
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' };
}

/** A private key with its id. */
export type PrivateJwk = KnownKey['jwk'];
