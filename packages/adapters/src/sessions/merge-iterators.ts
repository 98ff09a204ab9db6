/** An item, and the source that it came from. */
export interface MergedItem<Item> {
  readonly key: string;
  /** `undefined` when the source has ended. */
  readonly item: Item | undefined;
}

/** Several sources read as one, each no faster than what is taken from it. */
export interface MergedIterators<Item> {
  add(key: string, source: AsyncIterator<Item>): void;
  /** Forgets a source. What it has to say no longer matters. */
  remove(key: string): Promise<void>;
  has(key: string): boolean;
  /** The next item of any source. Rejects when a source does. Never settles without sources. */
  next(): Promise<MergedItem<Item>>;
  /** Ends all sources. */
  close(): Promise<void>;
}

interface Ready<Item> {
  readonly key: string;
  readonly source: AsyncIterator<Item>;
  readonly read: () => MergedItem<Item>;
}

/** Holds at most one item of each source. */
export function mergeIterators<Item>(): MergedIterators<Item> {
  const sources = new Map<string, AsyncIterator<Item>>();
  let ready: Ready<Item>[] = [];
  let wake: (() => void) | undefined;

  function offer(entry: Ready<Item>): void {
    if (sources.get(entry.key) !== entry.source) return;
    ready.push(entry);
    wake?.();
  }

  function pull(key: string, source: AsyncIterator<Item>): void {
    source.next().then(
      ({ done, value }) =>
        offer({ key, source, read: () => ({ key, item: done === true ? undefined : value }) }),
      (error: unknown) =>
        offer({
          key,
          source,
          read: () => {
            throw error;
          },
        }),
    );
  }

  async function remove(key: string): Promise<void> {
    const source = sources.get(key);
    sources.delete(key);
    ready = ready.filter((entry) => entry.key !== key);
    await source?.return?.();
  }

  return {
    has: (key) => sources.has(key),
    add(key, source) {
      sources.set(key, source);
      pull(key, source);
    },
    remove,
    async next() {
      while (ready.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      }
      const [entry, ...rest] = ready;
      ready = rest;
      if (entry === undefined) throw new TypeError('Nothing is ready.');
      const merged = entry.read();
      if (merged.item === undefined) sources.delete(entry.key);
      else pull(entry.key, entry.source);
      return merged;
    },
    async close() {
      await Promise.all([...sources.keys()].map(remove));
    },
  };
}
