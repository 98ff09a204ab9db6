// Installs Pydantic 2 for the tests of the Python models, unless the machine has it:
//
//   node test/src/support/ensure-pydantic.ts
import { spawnSync } from 'node:child_process';
import { findPydantic, PYTHON_ENVIRONMENT } from './find-pydantic.ts';

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

/**
 * Installs Pydantic 2: Debian's package if this process is root on Debian and the package is new
 * enough, else the one from PyPI, in a virtual environment of the tests.
 */
function install(): void {
  console.log('Installing Pydantic ...');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && run('apt-get', ['--version'])) {
    const packages = ['install', '-qq', '-y', 'python3-pydantic', 'python3-venv'];
    if (!run('apt-get', packages) && run('apt-get', ['update', '-qq'])) run('apt-get', packages);
    if (findPydantic() !== undefined) return;
  }
  for (const python of ['/usr/bin/python3', 'python3']) {
    if (!run(python, ['-m', 'venv', '--clear', PYTHON_ENVIRONMENT])) continue;
    // Without these options, pip would try an index that does not answer for most of a minute.
    const patience = ['--retries', '0', '--timeout', '15'];
    const packages = ['install', '-qq', ...patience, 'pydantic>=2,<3'];
    run(`${PYTHON_ENVIRONMENT}/bin/python`, ['-m', 'pip', ...packages]);
    if (findPydantic() !== undefined) return;
  }
}

if (findPydantic() === undefined) {
  install();
  if (findPydantic() === undefined) {
    // This is no reason to stop: only the test of the Python models reports that it could not run.
    console.error('There is no Pydantic 2: install one, or name its Python by FORMWORK_PYTHON.');
  }
}
