// Runs all tests, and those files that failed once more, each alone, so that what is broken is told
// from what is flaky. The verdict is written as JSON, and the status is 0 if the tests are green:
//
//   node scripts/ci/main.js FOLDER    FOLDER is for the logs and verdict.json
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRun } from './test-run.js';
import { findFailed, isWorthAgain, judge } from './verdict.js';

const ALL = ['npm', 'test'];
const AGAIN = ['npm', 'exec', '--no', '--', 'vitest', 'run', '--isolate', '--maxWorkers=1'];

const [folder] = process.argv.slice(2);

/** Runs tests that write the log `name`, and reads it. */
async function run([program, ...args], name) {
  const log = join(folder, name);
  const env = { ...process.env, FORMWORK_TEST_LOG: log };
  const [code, signal] = await once(spawn(program, args, { stdio: 'inherit', env }), 'exit');
  return readRun(log, code ?? signal);
}

function toShort(path) {
  return relative(process.cwd(), path);
}

const first = await run(ALL, 'first.log');
const failed = findFailed(first);
let again;
if (isWorthAgain(failed)) {
  console.log(`\nOnce more, each alone, because they failed:`);
  for (const path of failed) console.log(`  ${toShort(path)}`);
  again = await run([...AGAIN, ...failed], 'again.log');
} else if (failed.length > 0) {
  console.log(`\n${failed.length} files failed, which is too many to run them once more.`);
}
const verdict = judge(first, again);
writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict));
process.exitCode = verdict.failed === 0 && verdict.passed > 0 ? 0 : 1;
