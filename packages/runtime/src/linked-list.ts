/**
 * A list of items in the order in which they were added; any item can be removed in constant time.
 */
export interface LinkedList<Item> extends Iterable<Item> {
  readonly size: number;
  readonly oldest: Item | undefined;
  add(item: Item): LinkedEntry<Item>;
  /** Returns the entry of an item; the time grows with the length of the list. */
  find(item: Item): LinkedEntry<Item> | undefined;
  /** Removes an entry, which MUST be in the list. */
  remove(entry: LinkedEntry<Item>): void;
}

/** An item in a {@link LinkedList}, with its neighbors; removing the item needs it. */
export interface LinkedEntry<Item> {
  readonly item: Item;
  older: LinkedEntry<Item> | undefined;
  newer: LinkedEntry<Item> | undefined;
}

/**
 * Makes an empty list for items that are added and removed with every call. Adding and removing
 * take constant time, and a removed item is free for collection at once. A `Set` or `Map` would not
 * do: each of its outgrown tables keeps the next one alive until a full garbage collection, with
 * all items that they held.
 */
export function createLinkedList<Item>(): LinkedList<Item> {
  let oldest: LinkedEntry<Item> | undefined;
  let newest: LinkedEntry<Item> | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    get oldest() {
      return oldest?.item;
    },
    add(item) {
      const entry: LinkedEntry<Item> = { item, older: newest, newer: undefined };
      if (newest === undefined) {
        oldest = entry;
      } else {
        newest.newer = entry;
      }
      newest = entry;
      size += 1;
      return entry;
    },
    find(item) {
      let entry = oldest;
      while (entry !== undefined && entry.item !== item) entry = entry.newer;
      return entry;
    },
    remove(entry) {
      const { older, newer } = entry;
      if (older === undefined) {
        oldest = newer;
      } else {
        older.newer = newer;
      }
      if (newer === undefined) {
        newest = older;
      } else {
        newer.older = older;
      }
      // A removed entry must not keep the others alive for the garbage collector.
      entry.older = undefined;
      entry.newer = undefined;
      size -= 1;
    },
    *[Symbol.iterator]() {
      for (let entry = oldest; entry !== undefined; entry = entry.newer) {
        yield entry.item;
      }
    },
  };
}
