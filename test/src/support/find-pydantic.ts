import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;

/**
 * The virtual environment in which Pydantic is installed if no Python of the machine has it; all
 * clones of the repository share it.
 */
export const PYTHON_ENVIRONMENT = join(cache, 'formwork', 'test-python');

/** A Python with Pydantic 2. */
export interface Pydantic {
  readonly python: string;
  /** The versions of Python and Pydantic, as a text for people. */
  readonly versions: string;
}

const QUESTION = `
import platform, pydantic, sys
print("Python", platform.python_version(), "with Pydantic", pydantic.VERSION)
sys.exit(0 if pydantic.VERSION.split(".")[0] == "2" and sys.version_info >= (3, 10) else 1)
`;

/** Finds the first Python that has Pydantic 2; `FORMWORK_PYTHON`, if set, is the only candidate. */
export function findPydantic(): Pydantic | undefined {
  const named = process.env['FORMWORK_PYTHON'];
  const candidates =
    named === undefined
      ? ['python3', '/usr/bin/python3', `${PYTHON_ENVIRONMENT}/bin/python`]
      : [named];
  for (const python of candidates) {
    const { status, stdout } = spawnSync(python, ['-c', QUESTION], { encoding: 'utf8' });
    if (status === 0) return { python, versions: stdout.trim() };
  }
  return undefined;
}
