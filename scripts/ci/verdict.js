// The verdict about tests from one run, and from a second one of the files that failed in it.
import { relative } from 'node:path';

/** How many files may fail once and pass alone; more of them say that the tests or the machine are bad. */
const MOST_FLAKY = 3;

/** How many failed files are worth a second run: above it something is broken for all of them. */
const MOST_AGAIN = 20;

/** The paths of the files of a run that failed, and have to run again. */
export function findFailed(run) {
  return [...run.files].filter(([, file]) => !file.isGood).map(([path]) => path);
}

/** Whether a second run of these files can change anything that is worth its time. */
export function isWorthAgain(paths) {
  return paths.length > 0 && paths.length <= MOST_AGAIN;
}

/**
 * Judges by the first run, and by the second one, if there was one, about the files that are in it.
 * `failed` counts failed tests, files that failed without one, and `faults`.
 */
export function judge(first, again) {
  const verdict = { passed: 0, failed: 0, flaky: [], broken: [], faults: [...first.faults] };
  for (const [path, file] of first.files) {
    const last = again?.files.get(path) ?? file;
    // A test that only the first run knew keeps its result.
    const tests = [...new Map([...file.tests, ...last.tests]).values()];
    const passed = tests.filter((test) => test.passed).length;
    const failed = tests.length - passed;
    const isGood = last.isGood && failed === 0;
    verdict.passed += passed;
    verdict.failed += isGood ? 0 : Math.max(failed, 1);
    const place = { file: relative(process.cwd(), path) };
    if (!isGood) verdict.broken.push({ ...place, ...(last.isGood ? file : last).firstFailure });
    else if (!file.isGood) verdict.flaky.push({ ...place, ...file.firstFailure });
  }
  verdict.faults.push(...(again?.faults ?? []));
  if (verdict.flaky.length > MOST_FLAKY) {
    verdict.faults.push(
      `Cannot pass because at most ${MOST_FLAKY} files may be flaky: ${verdict.flaky.length} were.`,
    );
  }
  verdict.failed += verdict.faults.length;
  return verdict;
}

/** Whether all tests passed in the end. */
export function isGreen({ passed, failed }) {
  return passed > 0 && failed === 0;
}

/** A verdict with that of all other checks, which together count as one test if they failed. */
export function withChecks(verdict, hasPassed) {
  if (hasPassed) return verdict;
  return {
    ...verdict,
    failed: verdict.failed + 1,
    faults: [...verdict.faults, 'npm run check failed.'],
  };
}
