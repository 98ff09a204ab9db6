/** What a test draws its randomness from: `FORMWORK_SEED`, else any. Whoever uses it says what it was. */
export function readSeed(): number {
  const given = process.env['FORMWORK_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (!Number.isInteger(seed)) {
    throw new RangeError(
      `Cannot seed the test as FORMWORK_SEED must be an integer: current value is ${given}`,
    );
  }
  return seed;
}
