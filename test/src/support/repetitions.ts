/** How long random tests and races are: `whole`, or the part of it that a run of all tests has. */
const isWhole = process.env['FORMWORK_TEST_LENGTH'] === 'whole';

/**
 * Returns how often a test repeats what chance decides, such as a race, a kill or a random input: the
 * whole number with `FORMWORK_TEST_LENGTH=whole`, else the `usual` one, so that a run of all tests
 * ends in minutes. By default that is a tenth; more where planted faults are not found by so few.
 */
export function repetitions(whole: number, usual: number = Math.ceil(whole / 10)): number {
  return isWhole ? whole : usual;
}
