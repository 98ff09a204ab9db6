/** Draws a random whole number between `least` and `most`, both included. */
export type Draw = (least: number, most: number) => number;

/**
 * Makes a generator of evenly spread random numbers (Mulberry32), the same ones for the same seed.
 */
export function createRandom(seed: number): Draw {
  const generator = { state: seed };
  return (least, most) => {
    const state = (generator.state + 0x6d2b79f5) | 0;
    generator.state = state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(fraction * (Math.max(least, most) - least + 1));
  };
}
