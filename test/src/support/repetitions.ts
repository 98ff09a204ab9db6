/** How long random tests and races are: `whole`, or the part of it that a run of all tests has. */
const isWhole = process.env['FORMWORK_TEST_LENGTH'] === 'whole';

/**
 * Returns how often a test repeats what chance decides, such as a race, a kill or a random input: the
 * whole number with `FORMWORK_TEST_LENGTH=whole`, else a quarter of it, so that
 * a run of all tests ends in minutes.
 */
export function repetitions(whole: number): number {
  return isWhole ? whole : Math.ceil(whole / 4);
}
