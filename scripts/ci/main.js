// Runs all tests, and those files that failed once more, each alone, so that what is broken is told
// from what is flaky; then all other checks, which begin beside the last tests and count only if the
// tests are green. The verdict is written as JSON, for `scripts/print-totals.js`:
//
//   node scripts/ci/main.js FOLDER    FOLDER is for the logs and verdict.json
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Checks } from './checks.js';
import { LogTail } from './log-tail.js';
import { readRun } from './test-run.js';
import { findFailed, isGreen, isWorthAgain, judge, withChecks } from './verdict.js';

const ALL = ['npm', 'test'];
const AGAIN = ['npm', 'exec', '--no', '--', 'vitest', 'run', '--isolate', '--maxWorkers=1'];

/**
 * How many open files leave so much of the processors that the checks can begin: with 3, a seventh
 * of them was idle while the last files ran, which wait more than they work.
 */
const FEW_FILES = 9;

/** The time between two looks at the log, in milliseconds. */
const LOOK_MS = 500;

const [folder] = process.argv.slice(2);

let checks;

/** Runs tests that write the log `name`, and reads it; calls `onFew` when few files are left. */
async function run([program, ...args], { name, onFew = () => {} }) {
  const log = join(folder, name);
  const tail = new LogTail(log);
  const watch = setInterval(() => {
    const open = tail.countOpen();
    if (open === undefined || open > FEW_FILES) return;
    clearInterval(watch);
    onFew();
  }, LOOK_MS);
  const env = { ...process.env, FORMWORK_TEST_LOG: log };
  const [code, signal] = await once(spawn(program, args, { stdio: 'inherit', env }), 'exit');
  clearInterval(watch);
  tail.close();
  return readRun(log, code ?? signal);
}

async function runAgain(paths) {
  // They run alone, so that the machine is no reason any more.
  await checks?.hasPassed();
  console.log(`\nOnce more, each alone, because they failed:`);
  for (const path of paths) console.log(`  ${relative(process.cwd(), path)}`);
  return run([...AGAIN, ...paths], { name: 'again.log' });
}

const first = await run(ALL, { name: 'first.log', onFew: () => (checks = new Checks()) });
const failed = findFailed(first);
if (failed.length > 0 && !isWorthAgain(failed)) {
  console.log(`\n${failed.length} files failed, which is too many to run them once more.`);
}
const verdict = judge(first, isWorthAgain(failed) ? await runAgain(failed) : undefined);
if (isGreen(verdict)) {
  checks ??= new Checks();
  const hasPassed = await checks.hasPassed();
  checks.print();
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(withChecks(verdict, hasPassed)));
} else {
  checks?.end();
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict));
}
