// Builds the workspace, and meanwhile installs what tests need and the machine lacks:
//
//   node test/src/support/prepare.ts
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPTS = fileURLToPath(new URL('../../../scripts/', import.meta.url));

const build = spawn(process.execPath, [`${SCRIPTS}build.js`], { stdio: 'inherit' });
const ended = once(build, 'exit');
// The programs run one after another, because the system's package manager allows one at a time.
await import('./programs/ensure-programs.ts');
const [code] = await ended;
process.exitCode = code === 0 ? 0 : 1;
