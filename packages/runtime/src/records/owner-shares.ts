/** What can be limited in a store: the number of its records, or their bytes. */
export type Measure = 'count' | 'bytes';

/** What one owner has in a store. */
interface Share {
  /** The bytes of each record by its key, oldest first. */
  readonly sizes: Map<string, number>;
  bytes: number;
}

/** What each owner of records has in a store with limited room. */
export class OwnerShares {
  readonly #shares = new Map<string, Share>();
  readonly #total = { count: 0, bytes: 0 };

  /** Returns what all owners have together. */
  get total(): Readonly<Record<Measure, number>> {
    return this.#total;
  }

  /** Notes a new record. */
  add(owner: string, { key, bytes }: { readonly key: string; readonly bytes: number }): void {
    const share = this.#shares.get(owner) ?? { sizes: new Map<string, number>(), bytes: 0 };
    share.sizes.set(key, bytes);
    share.bytes += bytes;
    this.#shares.set(owner, share);
    this.#total.count += 1;
    this.#total.bytes += bytes;
  }

  /** Forgets a record that is no longer there. */
  remove(owner: string, key: string): void {
    const share = this.#shares.get(owner);
    const bytes = share?.sizes.get(key);
    if (share === undefined || bytes === undefined) return;
    share.sizes.delete(key);
    share.bytes -= bytes;
    if (share.sizes.size === 0) this.#shares.delete(owner);
    this.#total.count -= 1;
    this.#total.bytes -= bytes;
  }

  /** Returns the key of the oldest record of the owner that has most. */
  findOldestOfLargest(measure: Measure): string | undefined {
    let largest: Share | undefined;
    for (const share of this.#shares.values()) {
      if (largest === undefined || read(share, measure) > read(largest, measure)) largest = share;
    }
    const [oldest] = largest?.sizes.keys() ?? [];
    return oldest;
  }

  clear(): void {
    this.#shares.clear();
    this.#total.count = 0;
    this.#total.bytes = 0;
  }
}

function read({ sizes, bytes }: Share, measure: Measure): number {
  return measure === 'count' ? sizes.size : bytes;
}
