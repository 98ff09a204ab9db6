import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run-cli.ts';

/** What a run of tests came to; the scripts are JavaScript. */
interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly flaky: readonly { readonly file: string; readonly error: string }[];
  readonly broken: readonly { readonly file: string; readonly error: string }[];
  readonly faults: readonly string[];
}

const { readRun } = (await import(join(ROOT, 'scripts/ci/test-run.js'))) as {
  readRun(log: string, status: number | string): unknown;
};
const { judge, isWorthAgain } = (await import(join(ROOT, 'scripts/ci/verdict.js'))) as {
  judge(first: unknown, again?: unknown): Verdict;
  isWorthAgain(paths: readonly string[]): boolean;
};

const FILE = join(process.cwd(), 'a.test.ts');
const BEGUN = { files: [FILE] };
const PASSED = { file: FILE, test: '1', name: 'one', passed: true };
const FAILED = { file: FILE, test: '2', name: 'two', passed: false, error: 'The second.' };
const ENDED = { file: FILE, ended: true, errors: [] };
const OVER = { ended: true };

/** How a run ended. */
interface Ended {
  readonly status?: number | string;
  /** What a killed run left of its last line. */
  readonly rest?: string;
}

/** Reads a log of these entries. */
function toRun(entries: readonly object[], { status = 0, rest = '' }: Ended = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'run.log');
  writeFileSync(log, `${entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')}${rest}`);
  return readRun(log, status);
}

test('tests that the second run does not know keep their results', () => {
  const first = toRun([BEGUN, PASSED, FAILED, ENDED, OVER], { status: 1 });
  const unloaded = toRun([BEGUN, { ...ENDED, errors: ['No module.'] }, OVER], { status: 1 });
  expect(judge(first, unloaded)).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  const without = toRun([BEGUN, PASSED, ENDED, OVER]);
  expect(judge(first, without)).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: [],
    broken: [{ file: 'a.test.ts', error: 'The second.' }],
  });
});

test('a test that fails in the second run is failed, even if it passed in the first', () => {
  const first = toRun([BEGUN, PASSED, FAILED, ENDED, OVER], { status: 1 });
  const changed = [
    { ...PASSED, passed: false, error: 'Now the first.' },
    { ...FAILED, passed: true },
  ];
  const again = toRun([BEGUN, ...changed, ENDED, OVER], { status: 1 });
  expect(judge(first, again)).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: [],
    broken: [{ error: 'Now the first.' }],
  });
});

test('a hook that fails, and an error that nothing catches, fail their file', () => {
  const hook = [BEGUN, PASSED, { ...ENDED, errors: ['No hook.'] }, OVER];
  const loose = [BEGUN, PASSED, ENDED, { file: FILE, error: 'Not caught.' }, OVER];
  for (const [entries, error] of [[hook, 'No hook.'] as const, [loose, 'Not caught.'] as const]) {
    const run = toRun(entries, { status: 1 });
    expect(judge(run)).toMatchObject({ passed: 1, failed: 1, broken: [{ error }], faults: [] });
    expect(judge(run, toRun([BEGUN, PASSED, ENDED, OVER]))).toMatchObject({
      passed: 1,
      failed: 0,
      flaky: [{ error }],
    });
  }
});

test('a second run does not mend what is the fault of no file', () => {
  const good = [BEGUN, PASSED, ENDED];
  const runs = [
    toRun([...good, { error: 'Nothing caught it.' }, OVER], { status: 1 }),
    toRun([...good, OVER], { status: 1 }),
    toRun(good, { status: 'SIGKILL' }),
    toRun([], { status: 1 }),
  ];
  expect(runs.map((run) => judge(run, toRun([...good, OVER])).faults)).toEqual([
    ['Nothing caught it.'],
    ['Every file passed, and yet the run ended with 1.'],
    ['The run ended after its last file and before it was over.'],
    ['The tests did not begin.'],
  ]);
  expect(runs.map((run) => judge(run).failed)).toEqual([1, 1, 1, 1]);
});

test('a run that is killed amid a line has failed in its open files', () => {
  const killed = toRun([BEGUN, PASSED], { status: 'SIGKILL', rest: '{"file":"' });
  expect(judge(killed)).toMatchObject({ passed: 1, failed: 1, faults: [] });
});

test('more files than a broken machine can explain are not run again', () => {
  const paths = Array.from({ length: 20 }, (_, index) => `${index}.test.ts`);
  expect(isWorthAgain(paths)).toBe(true);
  expect(isWorthAgain([...paths, 'one-more.test.ts'])).toBe(false);
  expect(isWorthAgain([])).toBe(false);
});
