import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What they expect of types is nothing that runs: here the compiler reads them.
test('the tests of inferred types compile', () => {
  const project = join(import.meta.dirname, '../tsconfig.types.json');
  const { status, stdout } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
