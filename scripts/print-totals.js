// Prints the closing line of a check run, "N passed, N failed", and exits 0 only when all went well.
import { readFileSync } from 'node:fs';

const [reportFile, testStatus, checkStatus] = process.argv.slice(2);

function readReport() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(reportFile, 'utf8'),
    );
    // A skipped test is a failure that someone hid.
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = readReport();
// Tests can fail to be found or to load at all, and the other checks count as one test.
const broken = testStatus !== '0' && failed === 0 ? 1 : 0;
const total = failed + broken + (testStatus === '0' && checkStatus !== '0' ? 1 : 0);
console.log(`${passed} passed, ${total} failed`);
process.exitCode = total === 0 && passed > 0 ? 0 : 1;
