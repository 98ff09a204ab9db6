// What the log of a run of tests says (`test/src/support/run-log.ts`), however the run ended.
import { existsSync, readFileSync } from 'node:fs';

/** One file of tests in one run. */
class TestFile {
  /** Tests by id, which stays the same in the next run: `{ name, passed, error }`. */
  tests = new Map();
  /** Errors that belong to the file and to no test: it cannot be loaded, or a hook failed. */
  errors = [];
  hasEnded = false;

  /** Whether every test ran and passed, and nothing else failed. */
  get isGood() {
    return (
      this.hasEnded &&
      this.errors.length === 0 &&
      [...this.tests.values()].every(({ passed }) => passed)
    );
  }

  /** The first thing that went wrong, as `{ name, error }`; `name` is absent if it was no test. */
  get firstFailure() {
    const failed = [...this.tests.values()].find(({ passed }) => !passed);
    if (failed !== undefined) return failed;
    const [error = 'The run ended before this file did.'] = this.errors;
    return { error };
  }
}

/** Reads the log of a run whose program ended with `status`. */
export function readRun(log, status) {
  const run = { files: new Map(), errors: [], hasEnded: false };
  for (const entry of readEntries(log)) note(run, entry);
  for (const file of run.files.values()) if (!file.hasEnded) file.errors.push(...run.errors);
  return { files: run.files, faults: findFaults(run, status) };
}

function readEntries(log) {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  // A run that was killed may have written half of its last line.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

function note(run, { files, file: path, ...entry }) {
  for (const one of files ?? []) run.files.set(one, new TestFile());
  const file = run.files.get(path);
  if (file === undefined) {
    if (entry.error !== undefined) run.errors.push(entry.error);
    if (entry.ended) run.hasEnded = true;
  } else if (entry.test === undefined) {
    file.hasEnded ||= entry.ended === true;
    file.errors.push(...(entry.errors ?? []), ...(entry.error === undefined ? [] : [entry.error]));
  } else {
    file.tests.set(entry.test, entry);
  }
}

/** What went wrong in a run and is the fault of no file, so that no file needs to run again. */
function findFaults({ files, errors, hasEnded }, status) {
  if (files.size === 0) return ['The tests did not begin.'];
  const all = [...files.values()];
  // Files that did not end have the errors of the run.
  if (all.some((file) => !file.hasEnded)) return [];
  if (errors.length > 0) return errors;
  if (!hasEnded) return ['The run ended after its last file and before it was over.'];
  if (status !== 0 && all.every((file) => file.isGood)) {
    return [`Every file passed, and yet the run ended with ${status}.`];
  }
  return [];
}
