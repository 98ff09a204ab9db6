/** A card as it was received. */
export interface CachedCard {
  readonly text: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/**
 * Keeps cards by their URL. An implementation MUST give back what was set last, or nothing; it MAY
 * forget at any time. It MUST NOT be shared between callers whose cards may differ.
 */
export interface CardCache {
  readonly get: (url: string) => CachedCard | undefined | Promise<CachedCard | undefined>;
  readonly set: (url: string, card: CachedCard) => void | Promise<void>;
}

/** Most cards in the cache. */
const MAX_CARDS = 100;

/** A cache in memory that keeps the 100 cards used last. */
export function createCardCache(): CardCache {
  const cards = new Map<string, CachedCard>();
  return {
    get: (url) => cards.get(url),
    set: (url, card) => {
      cards.delete(url);
      cards.set(url, card);
      const [oldest] = cards.keys();
      if (cards.size > MAX_CARDS && oldest !== undefined) cards.delete(oldest);
    },
  };
}
