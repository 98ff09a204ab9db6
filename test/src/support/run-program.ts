import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { toProgram, type Program } from './follow-program.ts';

export type { Program } from './follow-program.ts';

/** What {@link runProgram} takes besides the environment. */
export interface RunProgramOptions {
  /** The working folder. Default: the root of this workspace. */
  readonly folder?: string;
}

/**
 * Runs a built program of this workspace, by its path from the root, until the test is over. It does not
 * get the variables that are undefined.
 */
export function runProgram(
  path: string,
  env: Readonly<Record<string, string | undefined>> = {},
  { folder }: RunProgramOptions = {},
): Program {
  const root = new URL('../../../', import.meta.url).pathname;
  const child = spawn(process.execPath, [join(root, path)], {
    cwd: folder ?? root,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return toProgram(child);
}
