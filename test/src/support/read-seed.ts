/**
 * Returns the seed of a randomized test: `FORMWORK_SEED`, else a random number. A failing test
 * should print the seed.
 */
export function readSeed(): number {
  const given = process.env['FORMWORK_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (!Number.isInteger(seed)) {
    throw new RangeError(
      `Cannot seed the test because FORMWORK_SEED must be an integer: current value is ${given}`,
    );
  }
  return seed;
}
