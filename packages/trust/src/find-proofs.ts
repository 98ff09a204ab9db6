import { nameUrl } from '@formwork/schema/internal';
import type { JWK } from 'jose';
import { listSignatures, toSignedText, TYPES, WHOLE, type CardJson } from './signed-card.ts';
import type { SignatureEntry, SignatureScope } from './signed-card.ts';
import { CardTrustError, listAlgorithms, toPublicJwk, toThumbprint } from './signing-key.ts';

/** A valid signature of an agent card, and the facts that it proves. */
export interface Proof {
  readonly covers: SignatureScope;
  readonly thumbprint: string;
  /**
   * The thumbprints of all keys of the server, which the owner of this key has signed as the
   * server's.
   */
  readonly vouches: readonly string[];
  /** True if the owner of the key has signed that there is also a signature over the whole card. */
  readonly isWholeSigned: boolean;
  /** The signed content of the card, parsed from the text that was verified. */
  readonly card: CardJson;
}

/**
 * Finds the signatures of a card that one of the given keys verifies; signatures over the whole
 * card come first.
 *
 * @throws CardTrustError if a key signed another whole card, or if its signature over the whole
 * card was removed, because the remaining signature covers less than its owner signed
 */
export async function findProofs(
  card: CardJson,
  {
    keys,
    url,
  }: {
    readonly keys: readonly JWK[];
    readonly url: string;
  },
): Promise<readonly Proof[]> {
  const whole: Proof[] = [];
  const partial: Proof[] = [];
  let broken = false;
  for (const entry of listSignatures(card)) {
    const scope = await readScope(entry);
    if (scope === undefined) continue;
    const text = writeText(card, { scope, url });
    const proof = await findProof(entry, { keys, scope, text });
    if (proof !== undefined) (scope === 'card' ? whole : partial).push(proof);
    else if (scope === 'card' && (await namesKey(entry, keys))) broken = true;
  }
  if (broken) {
    throw new CardTrustError(
      `Cannot trust the card at ${nameUrl(url)} because its signature must fit all of it: the key is right, and the card is another one than was signed. Somebody changed it on the way, or its owner has to sign it again.`,
    );
  }
  if (whole.length === 0 && partial.some(({ isWholeSigned }) => isWholeSigned)) {
    throw new CardTrustError(
      `Cannot trust the card at ${nameUrl(url)} because its owner has signed all of it, and that signature is missing: the one that is left is over less. Somebody took it away on the way.`,
    );
  }
  return [...whole, ...partial];
}

function writeText(
  card: CardJson,
  { scope, url }: { readonly scope: SignatureScope; readonly url: string },
): string {
  try {
    return toSignedText(card, scope);
  } catch (cause) {
    throw new CardTrustError(
      `Cannot trust the card at ${nameUrl(url)} because its text must have a canonical form (RFC 8785): current card has none. Tell the agent's owner.`,
      { cause },
    );
  }
}

async function readProtected(entry: SignatureEntry): Promise<Readonly<Record<string, unknown>>> {
  const { decodeProtectedHeader } = await import('./jose.ts');
  try {
    return { ...decodeProtectedHeader(entry) };
  } catch {
    return {};
  }
}

async function readScope(entry: SignatureEntry): Promise<SignatureScope | undefined> {
  const { typ } = await readProtected(entry);
  if (typ === TYPES.card) return 'card';
  // A2A writes `JOSE` here for the normal form, and allows the member to be absent.
  return typ === undefined || typ === TYPES['normal-form'] ? 'normal-form' : undefined;
}

async function namesKey(entry: SignatureEntry, keys: readonly JWK[]): Promise<boolean> {
  const { kid } = await readProtected(entry);
  if (typeof kid !== 'string') return false;
  if (keys.some((key) => key.kid === kid)) return true;
  const thumbprints = await Promise.all(keys.map(toThumbprint));
  return thumbprints.includes(kid);
}

async function findProof(
  { protected: header, signature }: SignatureEntry,
  {
    keys,
    scope,
    text,
  }: {
    readonly keys: readonly JWK[];
    readonly scope: SignatureScope;
    readonly text: string;
  },
): Promise<Proof | undefined> {
  const { base64url, decodeProtectedHeader, flattenedVerify, importJWK } =
    await import('./jose.ts');
  const payload = base64url.encode(text);
  for (const key of keys) {
    try {
      const { alg, vouches, [WHOLE]: isWhole } = decodeProtectedHeader({ protected: header });
      const algorithms = [...listAlgorithms(key)];
      if (alg === undefined || !algorithms.includes(alg)) continue;
      const publicKey = await importJWK(toPublicJwk({ ...key, kid: '', alg }), alg);
      await flattenedVerify({ payload, protected: header, signature }, publicKey, { algorithms });
      return {
        covers: scope,
        thumbprint: await toThumbprint(key),
        isWholeSigned: isWhole === true,
        vouches: Array.isArray(vouches) ? vouches.filter((vouch) => typeof vouch === 'string') : [],
        card: JSON.parse(text) as CardJson,
      };
    } catch {
      // The signature is by another key, or is not a signature at all.
    }
  }
  return undefined;
}
