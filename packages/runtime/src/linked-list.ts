/** Items in the order in which they were added, to be taken out at the front or anywhere. */
export interface LinkedList<Item> extends Iterable<Item> {
  readonly size: number;
  readonly oldest: Item | undefined;
  add(item: Item): LinkedEntry<Item>;
  /** Finds the entry of an item; the time grows with the length of the list. */
  find(item: Item): LinkedEntry<Item> | undefined;
  /** Removes an entry, which MUST be in the list. */
  remove(entry: LinkedEntry<Item>): void;
}

/** A place in a {@link LinkedList}. */
export interface LinkedEntry<Item> {
  readonly item: Item;
  older: LinkedEntry<Item> | undefined;
  newer: LinkedEntry<Item> | undefined;
}

/**
 * Makes a list for items that come and go with every call. Adding and removing take constant time,
 * and what was removed is free at once. A `Set` or `Map` that is filled and emptied over and over
 * is not: each table it outgrows refers to the next, so one old table that waits for a full
 * collection keeps alive all that ever stood in those after it, and every small collection moves it
 * around.
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
      // What is out must not hold on to what is in, for the same reason.
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
