/** Draws a whole number from the first to the second, both included. */
export type Draw = (least: number, most: number) => number;

/** Numbers that are the same for the same seed, evenly spread (Mulberry32). */
export function createRandom(seed: number): Draw {
  let state = seed;
  return (least, most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(fraction * (Math.max(least, most) - least + 1));
  };
}
