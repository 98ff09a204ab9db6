/** Things in the order they were added, to be taken out at the front or anywhere. */
export interface FinishedList<Item> {
  readonly size: number;
  readonly oldest: Item | undefined;
  add(item: Item): FinishedEntry<Item>;
  /** The entry MUST be in the list. */
  remove(entry: FinishedEntry<Item>): void;
}

/** A place in a {@link FinishedList}. */
export interface FinishedEntry<Item> {
  readonly item: Item;
  older: FinishedEntry<Item> | undefined;
  newer: FinishedEntry<Item> | undefined;
}

/** Takes constant time per item, unlike deleting from the front of a `Set` or an array. */
export function createFinishedList<Item>(): FinishedList<Item> {
  let oldest: FinishedEntry<Item> | undefined;
  let newest: FinishedEntry<Item> | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    get oldest() {
      return oldest?.item;
    },
    add(item) {
      const entry: FinishedEntry<Item> = { item, older: newest, newer: undefined };
      if (newest === undefined) {
        oldest = entry;
      } else {
        newest.newer = entry;
      }
      newest = entry;
      size += 1;
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
      size -= 1;
    },
  };
}
