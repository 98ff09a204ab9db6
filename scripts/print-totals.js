// Prints the closing line of all checks, "N passed, N failed", and exits with 0 only if nothing
// failed.
import { readFileSync } from 'node:fs';

const [reportFile, testStatus, checkStatus] = process.argv.slice(2);

function readReport() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(reportFile, 'utf8'),
    );
    // A skipped test counts as failed, because it may hide a failure.
    return { passed: numPassedTests, failed: numFailedTests + numPendingTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = readReport();
// If tests could not be found or loaded, that counts as one failed test, and so do all other checks
// together.
const broken = testStatus !== '0' && failed === 0 ? 1 : 0;
const total = failed + broken + (testStatus === '0' && checkStatus !== '0' ? 1 : 0);
console.log(`${passed} passed, ${total} failed`);
process.exitCode = total === 0 && passed > 0 ? 0 : 1;
