import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TEST = join(import.meta.dirname, '..');

// What they expect of types is nothing that runs: here the compiler reads them.
test('the tests of inferred types compile', () => {
  // The types that they import are those that the compiler has written of sources.
  expect(compile('-b', '--noCheck', '../packages/client')).toEqual({ status: 0, stdout: '' });
  expect(compile('-p', 'tsconfig.types.json')).toEqual({ status: 0, stdout: '' });
});

function compile(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
} {
  const { status, stdout } = spawnSync('tsc', args, { cwd: TEST, encoding: 'utf8' });
  return { status, stdout };
}
