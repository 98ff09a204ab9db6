import { nameUrl } from '@formwork/schema/internal';
import { isRecord, parseUrl } from '@formwork/schema/json';
import type { JWK } from 'jose';
import { findProofs, type Proof } from './find-proofs.ts';
import type { Pin, PinStore } from './pins.ts';
import { type CardJson, listSignatures, type SignatureScope } from './signed-card.ts';
import {
  CardTrustError,
  findAlgorithm,
  listAlgorithms,
  type PublicJwk,
  toPublicJwk,
  toThumbprint,
} from './signing-key.ts';

/** The path of the public keys of a server (RFC 7517), unless a card names another URL. */
const JWKS_PATH = '/.well-known/jwks.json';

const MAX_BYTES = 65_536;

const MAX_KEYS = 32;

const TIMEOUT_MS = 5_000;

/**
 * Options that decide which signatures of agent cards are trusted. With `keys` or `jwksUrl`, a card
 * must be signed by one of these keys.
 */
export interface CardTrust {
  /** Trusted public keys, which the person who runs the agent has given out. Default: none. */
  readonly keys?: readonly JWK[];
  /** The URL of a JWKS with trusted public keys. Default: none. */
  readonly jwksUrl?: string;
  /**
   * The store for trust on first use: without `keys`, the store remembers the key of the first card
   * from an address, and later cards must be signed by that key.
   */
  readonly pins?: PinStore;
  /**
   * The number of days for which a remembered key is required, counted from the last card that it
   * signed. Default 90.
   */
  readonly pinDays?: number;
}

/** The result of checking the signature of a card. */
export interface CardSignature {
  /**
   * `verified`: signed by a key of `keys` or `jwksUrl`. `pinned`: signed by the key that was
   * remembered at first use. `unsigned`: the card has no signature. `unchecked`: no check was asked
   * for.
   */
  readonly state: 'verified' | 'pinned' | 'unsigned' | 'unchecked';
  /** The part of the card that the signature covers. */
  readonly covers?: SignatureScope;
  /** The thumbprint of the key (RFC 7638). */
  readonly thumbprint?: string;
  /**
   * True if the key was remembered just now, at its first use: nothing confirms yet that the key is
   * the agent's.
   */
  readonly isFirstUse?: boolean;
}

/** Options of {@link verifyCard}. */
export interface VerifyCardOptions {
  readonly trust: CardTrust;
  /** The URL from which the card was read, after redirects. */
  readonly url: string;
  /**
   * The address under which the key is remembered: the URL that was requested, before redirects.
   * Default {@link url}.
   */
  readonly pinnedAs?: string;
  /** The `fetch` function that reads public keys. Default: the global one. */
  readonly fetch?: typeof fetch;
  /** The current time in milliseconds since 1970. Default: the time of the call. */
  readonly now?: number;
}

/** A card that passed the check, and the result of checking its signature. */
export interface TrustedCard {
  /** The card, without the parts that the signature does not cover. */
  readonly card: CardJson;
  readonly signature: CardSignature;
}

const DAY_MS = 86_400_000;

/**
 * Verifies the signature of an agent card as the server sent it, and returns the part of the card
 * that can be trusted.
 *
 * @throws CardTrustError for a card whose signature does not fit, is by an unknown key, or is
 * missing although one is required
 *
 * @example
 * ```ts
 * import { createMemoryPins, verifyCard } from '@formwork/trust';
 *
 * const url = 'https://agents.example.com/.well-known/agent-card.json';
 * const served = { name: 'Referee', version: '1.0.0' };
 * const { signature } = await verifyCard(served, { url, trust: { pins: createMemoryPins() } });
 * signature.state; // 'unsigned'
 * ```
 */
export async function verifyCard(card: CardJson, options: VerifyCardOptions): Promise<TrustedCard> {
  const { keys, jwksUrl, pins } = options.trust;
  if (keys !== undefined || jwksUrl !== undefined) return verifyByGiven(card, options);
  if (pins !== undefined) return verifyByPin(card, pins, options);
  const state = listSignatures(card).length === 0 ? 'unsigned' : 'unchecked';
  return { card, signature: { state } };
}

async function verifyByGiven(card: CardJson, options: VerifyCardOptions): Promise<TrustedCard> {
  const { keys = [], jwksUrl } = options.trust;
  if (listSignatures(card).length === 0) {
    throw new CardTrustError(
      `Cannot trust the card at ${nameUrl(options.url)} because it must be signed: current card has no signature. Ask the agent's owner for one, or connect without trust.`,
    );
  }
  const fetched = jwksUrl === undefined ? [] : await fetchKeys(jwksUrl, options.fetch ?? fetch);
  const [proof] = await findProofs(card, { keys: [...keys, ...fetched], url: options.url });
  if (proof !== undefined) return toTrusted(proof, { state: 'verified' });
  throw new CardTrustError(
    `Cannot trust the card at ${nameUrl(options.url)} because its signature must fit one of the keys you gave: current signatures fit none. Do not use the agent until its owner has told you why; if the key is a new one, give that.`,
  );
}

// oxlint-disable-next-line max-params -- the store is what the function is about
async function verifyByPin(
  card: CardJson,
  pins: PinStore,
  options: VerifyCardOptions,
): Promise<TrustedCard> {
  const { url, pinnedAs = url, now = Date.now() } = options;
  const pin = dropExpired(await pins.get(pinnedAs), options);
  if (listSignatures(card).length === 0) {
    if (pin === undefined) return { card, signature: { state: 'unsigned' } };
    throw createPinError(url, 'it was signed before, and this card has no signature');
  }
  const keys = pin?.keys ?? (await fetchKeys(toKeysUrl(card, url), options.fetch ?? fetch));
  const [proof] = await findProofs(card, { keys, url });
  if (proof === undefined) {
    if (pin !== undefined) throw createPinError(url, 'no signature of this card is by that key');
    throw new CardTrustError(
      `Cannot trust the card at ${nameUrl(url)} because its signature must fit one of the keys of its own server: current signatures fit none. Somebody changed the card, or its owner has to sign it again.`,
    );
  }
  if (pin?.covers === 'card' && proof.covers !== 'card') {
    throw createPinError(url, 'its signature was over the whole card, and this one is over less');
  }
  const next = await listNextKeys(card, { proof, currentKeys: keys, options });
  const isChanged = pin === undefined || (await isOtherKey(pin.keys, next));
  if (isChanged || pin.covers !== proof.covers || now - Date.parse(pin.seenAt) > DAY_MS) {
    const seenAt = new Date(now).toISOString();
    await pins.set(pinnedAs, { keys: next, covers: proof.covers, seenAt });
  }
  return toTrusted(proof, { state: 'pinned', isFirstUse: pin === undefined });
}

function dropExpired(
  pin: Pin | undefined,
  { trust: { pinDays = 90 }, now = Date.now() }: VerifyCardOptions,
): Pin | undefined {
  return pin !== undefined && now - Date.parse(pin.seenAt) <= pinDays * DAY_MS ? pin : undefined;
}

function createPinError(url: string, fault: string): CardTrustError {
  return new CardTrustError(
    `Cannot trust the card at ${nameUrl(url)} because it must be signed by the key that was seen first: ${fault}. Somebody may have replaced the card; ask the agent's owner, and remove its pin only if they say that the key is a new one.`,
  );
}

/**
 * Returns the URL of a card's public keys: the one that its first signature names, else the default
 * path.
 *
 * @throws CardTrustError if the named URL is not at the card's own origin
 */
function toKeysUrl(card: CardJson, url: string): string {
  const [first] = listSignatures(card);
  const jku = first === undefined ? undefined : readHeader(first.protected)['jku'];
  if (jku === undefined) return new URL(JWKS_PATH, url).href;
  const target = typeof jku === 'string' ? parseUrl(jku) : undefined;
  if (target !== undefined && target.origin === new URL(url).origin) return target.href;
  throw new CardTrustError(
    `Cannot trust the card at ${nameUrl(url)} because its keys must be at its own origin: current value of jku is ${JSON.stringify(jku).slice(0, 200)}. Give the keys, or jwksUrl, if you trust that place.`,
  );
}

/**
 * Reads the protected header of a signature before the signature is verified, so that nothing in it
 * can be trusted yet.
 */
function readHeader(text: string): Readonly<Record<string, unknown>> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(binary);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/**
 * Lists the thumbprints to remember: the keys that the signing key has vouched for, or the signing
 * key alone, because a key that no trusted key vouches for could be anybody's.
 */
async function listNextKeys(
  card: CardJson,
  {
    proof,
    currentKeys,
    options,
  }: {
    readonly proof: Proof;
    readonly currentKeys: readonly JWK[];
    readonly options: VerifyCardOptions;
  },
): Promise<readonly PublicJwk[]> {
  const vouched = new Set([proof.thumbprint, ...proof.vouches]);
  // A key that its owner has taken back no longer vouches for itself.
  if (proof.vouches.length > 0 && !proof.vouches.includes(proof.thumbprint)) {
    vouched.delete(proof.thumbprint);
  }
  let keys = await indexKeys(currentKeys);
  if ([...vouched].some((thumbprint) => !keys.has(thumbprint))) {
    try {
      const fetched = await fetchKeys(toKeysUrl(card, options.url), options.fetch ?? fetch);
      keys = new Map([...keys, ...(await indexKeys(fetched))]);
    } catch (error) {
      // The card is valid without the newer keys; the next connection tries to fetch them again.
      if (!(error instanceof CardTrustError)) throw error;
    }
  }
  const next = [...vouched].flatMap((thumbprint) => keys.get(thumbprint) ?? []);
  return next.length > 0 ? next : [...keys.values()];
}

async function indexKeys(keys: readonly JWK[]): Promise<Map<string, PublicJwk>> {
  const entries = keys.map(async (jwk) => {
    const thumbprint = await toThumbprint(jwk);
    const alg = jwk.alg ?? findAlgorithm(jwk) ?? '';
    return [thumbprint, toPublicJwk({ ...jwk, kid: jwk.kid ?? thumbprint, alg })] as const;
  });
  return new Map(await Promise.all(entries));
}

async function isOtherKey(before: readonly JWK[], now: readonly JWK[]): Promise<boolean> {
  const [old, next] = await Promise.all([indexKeys(before), indexKeys(now)]);
  return old.size !== next.size || [...next.keys()].some((thumbprint) => !old.has(thumbprint));
}

function toTrusted(
  { card, covers, thumbprint }: Proof,
  signature: Pick<CardSignature, 'state' | 'isFirstUse'>,
): TrustedCard {
  return { card, signature: { ...signature, covers, thumbprint } };
}

/**
 * Returns one sentence that says how the signature of a card was checked.
 *
 * @example
 * ```ts
 * import { describeSignature } from '@formwork/trust';
 *
 * describeSignature({ state: 'unsigned' }); // 'The card is not signed.'
 * ```
 */
export function describeSignature(signature: CardSignature): string {
  const { state, covers, thumbprint = '', isFirstUse = false } = signature;
  if (state === 'unsigned') return 'The card is not signed.';
  if (state === 'unchecked') return 'The card is signed, and nobody has checked its signature.';
  const extent = covers === 'card' ? 'the whole card' : 'the card without what is empty';
  if (state === 'verified') return `The signature fits a key you gave (${thumbprint}): ${extent}.`;
  return isFirstUse
    ? `The key of the card (${thumbprint}) is remembered from now on: ${extent} is signed.`
    : `The signature fits the key seen first (${thumbprint}): ${extent}.`;
}

/**
 * Fetches the public keys at a URL.
 *
 * @throws CardTrustError if the keys cannot be read
 */
export async function fetchKeys(url: string, fetchImpl: typeof fetch): Promise<readonly JWK[]> {
  let text: string;
  try {
    const response = await fetchImpl(url, {
      headers: { Accept: 'application/json' },
      // A redirect is no success: it could lead to the keys of an attacker. Workers know no 'error'.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok)
      throw new Error(response.status < 400 ? 'a redirect' : `HTTP ${response.status}`);
    text = await readBounded(response);
  } catch (cause) {
    throw new CardTrustError(
      `Cannot trust the card because the keys at ${nameUrl(url)} must be readable: current outcome is ${JSON.stringify(cause instanceof Error ? cause.message : String(cause))}. Try again later, or pass the keys.`,
      { cause },
    );
  }
  return parseKeys(text, url);
}

async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const bytes: Uint8Array = read.value;
    size += bytes.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new Error(`more than ${MAX_BYTES} bytes`);
    }
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

function parseKeys(text: string, url: string): readonly JWK[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value) && Array.isArray(value['keys'])) {
    const keys: readonly unknown[] = value['keys'];
    return keys.slice(0, MAX_KEYS).filter(isUsable);
  }
  throw new CardTrustError(
    `Cannot trust the card because ${nameUrl(url)} must be a JWKS, an object with keys: current value is ${JSON.stringify(text.slice(0, 60))}. Tell the agent's owner, or pass the keys.`,
  );
}

function isUsable(value: unknown): value is JWK {
  return isRecord(value) && listAlgorithms(value).length > 0;
}
