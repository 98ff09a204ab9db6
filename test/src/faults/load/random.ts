/** A source of numbers that look random and are the same for the same seed. */
export interface Random {
  /** Returns a whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
}

/**
 * Makes a source of random numbers by a multiplicative congruential generator, good enough to
 * spread faults.
 */
export function createRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  function next(): number {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  }
  return {
    below: (end) => Math.floor(next() * end),
    chance: (probability) => next() < probability,
  };
}
