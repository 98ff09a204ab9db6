import type { CardCache, CachedCard } from '@formwork/client';

/** A `fetch` for an agent whose card is here: it answers the first request, which is for the card. */
export class CardFetch {
  readonly #send: typeof fetch;
  /** The text of the card; `undefined` once it was requested. */
  #text: string | undefined;

  constructor(text: string, send: typeof fetch) {
    this.#text = text;
    this.#send = send;
  }

  /** Answers with the card, and sends all later requests, such as for the keys of its signature. */
  readonly fetch: typeof fetch = async (input, init) => {
    const text = this.#text;
    if (text === undefined) return this.#send(input, init);
    this.#text = undefined;
    return new Response(text);
  };
}

/** A `fetch` that is made for an address, and stays the same one while the address does. */
export class AddressFetch {
  #last: { readonly address: string; readonly fetch: typeof fetch } | undefined;

  /** Returns the `fetch` for an address, which remembers to which addresses host names led. */
  get(address: string, create: () => typeof fetch): typeof fetch {
    if (this.#last?.address !== address) this.#last = { address, fetch: create() };
    return this.#last.fetch;
  }
}

/** A cache of cards that notes the text of a card that is new. */
export class CardNote implements CardCache {
  readonly #cards: CardCache;
  #text: string | undefined;

  constructor(cards: CardCache) {
    this.#cards = cards;
  }

  /** The text of the card that was stored last; `undefined` if none was. */
  get text(): string | undefined {
    return this.#text;
  }

  get(url: string): ReturnType<CardCache['get']> {
    return this.#cards.get(url);
  }

  set(url: string, card: CachedCard): ReturnType<CardCache['set']> {
    this.#text = card.text;
    return this.#cards.set(url, card);
  }
}
