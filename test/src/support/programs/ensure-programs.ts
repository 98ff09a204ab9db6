// Gets the programs that tests need and the machine lacks, before the tests begin; with the word
// "webkit" also those by which they use WebKit, and with "browsers" nothing but browsers:
//
//   node test/src/support/programs/ensure-programs.ts [browsers] [webkit]
import { CHROMIUM, FIREFOX, MINI_BROWSER, SCREEN, WEBKIT_DRIVER } from './browsers.ts';
import { getProgram } from './get-program.ts';
import { findProgram } from './outside-program.ts';
import * as programs from './programs.ts';
import { PYDANTIC } from './pydantic.ts';

const wanted = [
  CHROMIUM,
  FIREFOX,
  ...(process.argv.includes('webkit') ? [WEBKIT_DRIVER, MINI_BROWSER, SCREEN] : []),
  ...(process.argv.includes('browsers') ? [] : [PYDANTIC, ...Object.values(programs)]),
];
const missing = wanted.filter((program) => findProgram(program) === undefined);
if (missing.length > 0) {
  console.log(`Getting ${missing.map(({ title }) => title).join(', ')} ...`);
}
for (const program of missing) {
  // A missing program is no reason to stop: only the tests that need it fail, and say so.
  await getProgram(program).catch((error: unknown) => console.error(String(error)));
}
