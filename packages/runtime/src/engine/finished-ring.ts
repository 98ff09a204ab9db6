/** The newest finished things, up to a number. */
export interface FinishedRing<Item> {
  /** Adds the newest and returns the oldest when there are too many. */
  push(item: Item): Item | undefined;
}

/** Takes constant time per item, unlike deleting from the front of a `Set` or an array. */
export function createFinishedRing<Item>(size: number): FinishedRing<Item> {
  const items: Item[] = [];
  let oldest = 0;
  return {
    push(item) {
      if (items.length < size) {
        items.push(item);
        return undefined;
      }
      const dropped = items[oldest];
      items[oldest] = item;
      oldest = (oldest + 1) % size;
      return dropped;
    },
  };
}
