import { AgentCard } from '@a2a-js/sdk';
import { checkOptions } from '@formwork/schema/options';
import {
  checkSigningKeys,
  createCardSigner,
  type CardJson,
  type CardSigner,
  type SigningKey,
} from '@formwork/trust';
import { createHash } from 'node:crypto';
import type { CardTexts } from './card-texts.ts';
import type { Door } from './door.ts';
import { createOpenDoor, KEYS_PATH } from './open-door.ts';
import { isPathOf } from './serve-door.ts';

/** Options for signing an agent's cards. */
export interface SignCardOptions {
  /**
   * The keys as JWK or `KeyObject`: Ed25519, P-256, P-384, P-521 or RSA. Each private key signs;
   * public keys are only listed. At least one is private.
   */
  readonly keys: readonly SigningKey[];
  /**
   * The URL at which callers find the public keys. Default: `/.well-known/jwks.json` of the agent.
   */
  readonly jwksUrl?: string;
}

/** The time for which callers may use the public keys without asking again, in seconds. */
const KEYS_MAX_AGE = 300;

/**
 * Checks the option `signCard`.
 *
 * @throws TypeError for keys that cannot sign
 */
export function checkSignCard(options: SignCardOptions): void {
  checkOptions(options, {
    subject: 'Cannot sign cards',
    rules: {
      // An error shows only the type of the value, because it may contain keys.
      keys: {
        expected: 'a list of keys',
        isValid: Array.isArray,
        describe: (value) => typeof value,
      },
      jwksUrl: {
        expected: 'an http or https URL',
        isValid: (value) => /^https?:$/u.test(URL.parse(String(value))?.protocol ?? ''),
      },
    },
  });
  checkSigningKeys(options.keys);
}

/** Signs the cards of a server, and holds its public keys. */
export interface CardSigning {
  /** The door of the public keys. */
  readonly door: Door;
  /** Returns the cards with signatures over the text that is served. */
  readonly sign: (cards: CardTexts) => Promise<CardTexts>;
  /**
   * Signs a card for one caller as the JSON that is served. The signatures of the last {@link
   * MAX_KEPT} cards are kept.
   */
  readonly signJson: (card: CardJson) => Promise<CardJson>;
  /**
   * Signs a card that the SDK encodes. The signatures are over the JSON that each A2A 1.0 endpoint
   * makes of the card, which a reader gets again after decoding.
   */
  readonly signDecoded: (card: AgentCard) => Promise<AgentCard>;
}

/** The number of callers' cards whose signatures are kept. */
const MAX_KEPT = 256;

/** The signatures of cards, whose code and keys are loaded when the first one is made. */
class CardSignatures {
  readonly #options: Parameters<typeof createCardSigner>[0];
  readonly #byCard = new Map<string, Promise<unknown>>();
  #signer: Promise<CardSigner> | undefined;

  constructor(options: Parameters<typeof createCardSigner>[0]) {
    this.#options = options;
  }

  signer(): Promise<CardSigner> {
    this.#signer ??= createCardSigner(this.#options);
    return this.#signer;
  }

  /** Resolves to the signatures of a card; those of the last {@link MAX_KEPT} cards are kept. */
  of(card: CardJson): Promise<unknown> {
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64');
    const signatures = this.#byCard.get(key) ?? this.#make(card);
    // Moves the entry to the end, because the first one, unused for longest, is dropped.
    this.#byCard.delete(key);
    this.#byCard.set(key, signatures);
    signatures.catch(() => this.#byCard.delete(key));
    const [oldest] = this.#byCard.keys();
    if (this.#byCard.size > MAX_KEPT && oldest !== undefined) this.#byCard.delete(oldest);
    return signatures;
  }

  async #make(card: CardJson): Promise<unknown> {
    const { sign } = await this.signer();
    return (await sign(card))['signatures'];
  }
}

/**
 * Makes the signing of a server's cards. Code and keys are loaded when the first card is signed.
 */
export function createCardSigning(options: SignCardOptions, publicUrl: string): CardSigning {
  checkSignCard(options);
  const jwksUrl = options.jwksUrl ?? `${publicUrl.replace(/(?<!\/)\/+$/u, '')}${KEYS_PATH}`;
  const signatures = new CardSignatures({ keys: options.keys, jwksUrl });

  async function signJson(card: CardJson): Promise<CardJson> {
    const { signatures: _unsigned, ...unsignedCard } = card;
    return { ...unsignedCard, signatures: await signatures.of(unsignedCard) };
  }

  const door = createOpenDoor({
    routes: [KEYS_PATH],
    isServed: (path) => isPathOf(path, KEYS_PATH),
    async read() {
      const { publicKeys } = await signatures.signer();
      return {
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Cache-Control': `public, max-age=${KEYS_MAX_AGE}`,
        },
        contentType: 'application/jwk-set+json',
        body: JSON.stringify(publicKeys),
      };
    },
  });
  return {
    door,
    signJson,
    async signDecoded(card) {
      return AgentCard.fromJSON(await signJson(AgentCard.toJSON(card) as CardJson));
    },
    async sign({ v1, v03, merged }) {
      const { sign } = await signatures.signer();
      const card = parseCard(v1);
      const [signedV1, signedV03, signedMerged] = await Promise.all([
        sign(card),
        sign(parseCard(v03)),
        // Clients of 1.0 verify the card that they read from it.
        sign(parseCard(merged), { readAs: card }),
      ]);
      return {
        v1: JSON.stringify(signedV1),
        v03: JSON.stringify(signedV03),
        merged: JSON.stringify(signedMerged),
      };
    },
  };
}

function parseCard(text: string): CardJson {
  return JSON.parse(text) as CardJson;
}
