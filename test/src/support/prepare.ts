// Builds, and meanwhile sees that the machine has what tests need:
//
//   node test/src/support/prepare.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BUILD = fileURLToPath(new URL('../../../scripts/build.js', import.meta.url));

const build = spawn(process.execPath, [BUILD], { stdio: 'inherit' });
const ended = once(build, 'exit');
// One after another: the package manager of the system installs for one at a time.
await import('./ensure-browser.ts');
await import('./ensure-pydantic.ts');
const [code] = await ended;
process.exitCode = code === 0 ? 0 : 1;
