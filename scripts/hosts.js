// Tries an agent on every host: in `test/hosts`, which is a project of its own.
import { join } from 'node:path';
import { installProject, runIn } from './project-apart.js';
import { WORKSPACE } from './when-changed.js';

const HOSTS = join(WORKSPACE, 'test/hosts');

await installProject(HOSTS, join(HOSTS, 'node_modules/.bin/next'));
await runIn(HOSTS, process.execPath, ['main.ts', ...process.argv.slice(2)]);
