/** A source of random numbers that gives the same numbers for the same seed. */
export interface Random {
  /** Returns an integer from 0 to `below` - 1. */
  integer(below: number): number;
  /** Picks an item of a list, which must not be empty. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Makes a source of random numbers from a seed (the generator mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function integer(below: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  }

  return {
    integer,
    pick: (items) => items[integer(items.length)] ?? items[0],
  };
}
