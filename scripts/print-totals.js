// Prints the verdict of all checks, and exits with 0 only if nothing failed. Its last line is "N
// passed, N failed".
import { readFileSync } from 'node:fs';

const [verdictFile] = process.argv.slice(2);

function readVerdict() {
  try {
    return JSON.parse(readFileSync(verdictFile, 'utf8'));
  } catch {
    const faults = ['The tests have no verdict.'];
    return { passed: 0, failed: faults.length, flaky: [], broken: [], faults };
  }
}

function print(kind, { file, name, error }) {
  console.log(`${kind}: ${name === undefined ? file : `${file} > ${name}`}`);
  console.log(error.replaceAll(/^/gmu, '  '));
}

const { passed, failed, flaky, broken, faults } = readVerdict();
for (const place of broken) print('Failed', place);
for (const place of flaky) print('Flaky', place);
for (const fault of faults) console.log(`Failed: ${fault}`);
console.log(`${flaky.length} flaky ${flaky.length === 1 ? 'file' : 'files'}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
