/**
 * The limits of a test run, in milliseconds. They end what stands still, and judge no speed: a
 * machine that is a hundred times slower than a good one stays within them. No test has a limit of
 * its own.
 */

/**
 * The minutes after which a test or a hook stands still. Runs that are longer on purpose, such as
 * thousands of random tests, raise it.
 */
const MINUTES = Number(process.env['FORMWORK_TEST_LIMIT_MINUTES'] ?? 5);

/** The time after which a test or a hook stands still. */
export const TEST_LIMIT = MINUTES * 60_000;

/**
 * The time after which a state that a test polls for, or an element that it waits for, does not
 * come any more. It is shorter than that of the test, so that the error says what did not come.
 */
export const WAIT_LIMIT = TEST_LIMIT / 5;

/**
 * The time after which a run stands still in which nothing begins or ends: longer than that of a
 * test, so that a test that can still report its own end does so.
 */
export const RUN_LIMIT = TEST_LIMIT * 1.2;
