import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const TEST = join(import.meta.dirname, '..');

// The expectations about types do not run; the compiler checks them.
test('the tests of inferred types compile', () => {
  // The imported types are the declarations that the compiler writes from the sources.
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
