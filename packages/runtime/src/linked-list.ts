/** An item in a {@link LinkedList}, with its neighbors; removing the item needs it. */
export interface LinkedEntry<Item> {
  readonly item: Item;
  older: LinkedEntry<Item> | undefined;
  newer: LinkedEntry<Item> | undefined;
}

/**
 * A list of items in the order in which they were added, or one that is given, for items that are added and removed with
 * every call. Adding and removing take constant time, and a removed item is free for collection at
 * once. A `Set` or `Map` would not do: each of its outgrown tables keeps the next one alive until a
 * full garbage collection, with all items that they held.
 */
export class LinkedList<Item> implements Iterable<Item> {
  #oldest: LinkedEntry<Item> | undefined;
  #newest: LinkedEntry<Item> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get oldest(): Item | undefined {
    return this.#oldest?.item;
  }

  add(item: Item): LinkedEntry<Item> {
    return this.#link({ item, older: this.#newest, newer: undefined });
  }

  /**
   * Adds an item behind the newest one that precedes it. The time grows with the number of items
   * behind its place.
   */
  insert(item: Item, precedes: (other: Item) => boolean): LinkedEntry<Item> {
    let newer: LinkedEntry<Item> | undefined;
    let older = this.#newest;
    while (older !== undefined && !precedes(older.item)) {
      newer = older;
      older = older.older;
    }
    return this.#link({ item, older, newer });
  }

  /** Returns the entry of an item; the time grows with the length of the list. */
  find(item: Item): LinkedEntry<Item> | undefined {
    let entry = this.#oldest;
    while (entry !== undefined && entry.item !== item) entry = entry.newer;
    return entry;
  }

  /** Removes an entry, which MUST be in the list. */
  remove(entry: LinkedEntry<Item>): void {
    const { older, newer } = entry;
    if (older === undefined) {
      this.#oldest = newer;
    } else {
      older.newer = newer;
    }
    if (newer === undefined) {
      this.#newest = older;
    } else {
      newer.older = older;
    }
    // A removed entry must not keep the others alive for the garbage collector.
    entry.older = undefined;
    entry.newer = undefined;
    this.#size -= 1;
  }

  #link(entry: LinkedEntry<Item>): LinkedEntry<Item> {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = entry;
    else older.newer = entry;
    if (newer === undefined) this.#newest = entry;
    else newer.older = entry;
    this.#size += 1;
    return entry;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (let entry = this.#oldest; entry !== undefined; entry = entry.newer) {
      yield entry.item;
    }
  }
}
