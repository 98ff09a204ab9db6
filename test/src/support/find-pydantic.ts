import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;

/** Where Pydantic is installed if Python itself has none: a virtual environment, for all clones. */
export const PYTHON_ENVIRONMENT = join(cache, 'formwork', 'test-python');

/** A Python with Pydantic 2. */
export interface Pydantic {
  readonly python: string;
  /** Versions of both, for people. */
  readonly versions: string;
}

const QUESTION = `
import platform, pydantic, sys
print("Python", platform.python_version(), "with Pydantic", pydantic.VERSION)
sys.exit(0 if pydantic.VERSION.split(".")[0] == "2" and sys.version_info >= (3, 10) else 1)
`;

/** The first Python that has Pydantic 2, which `FORMWORK_PYTHON` may name. */
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
