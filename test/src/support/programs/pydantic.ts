import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OutsideProgram } from './outside-program.ts';

const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;

/**
 * The virtual environment in which Pydantic is installed if no Python of the machine has it; all
 * clones of the repository share it.
 */
const ENVIRONMENT = join(cache, 'formwork', 'test-python');

const QUESTION = `
import platform, pydantic, sys
print("Python", platform.python_version(), "with Pydantic", pydantic.VERSION)
sys.exit(0 if pydantic.VERSION.split(".")[0] == "2" and sys.version_info >= (3, 10) else 1)
`;

/** Says which versions a Python has, as a text for people; `undefined` without Pydantic 2. */
export function findVersions(python: string): string | undefined {
  const { status, stdout } = spawnSync(python, ['-c', QUESTION], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** A Python that has Pydantic 2. */
export const PYDANTIC: OutsideProgram = {
  title: 'Python with Pydantic 2',
  variable: 'FORMWORK_PYTHON',
  names: ['python3'],
  listFiles: () => ['/usr/bin/python3', `${ENVIRONMENT}/bin/python`],
  serves: (file) => findVersions(file) !== undefined,
  packages: [['python3-pydantic', 'python3-venv']],
  isInstalled: true,
  download() {
    for (const python of ['/usr/bin/python3', 'python3']) {
      if (!run(python, ['-m', 'venv', '--clear', ENVIRONMENT])) continue;
      // Without these options, pip would try an index that does not answer for most of a minute.
      const patience = ['--retries', '0', '--timeout', '15'];
      const packages = ['install', '-qq', ...patience, 'pydantic>=2,<3'];
      if (run(`${ENVIRONMENT}/bin/python`, ['-m', 'pip', ...packages])) return;
    }
  },
  advice: 'install Pydantic 2, or name its Python by FORMWORK_PYTHON',
};

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
