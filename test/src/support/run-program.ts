import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { toProgram, type Program } from './follow-program.ts';

export type { Program } from './follow-program.ts';

/** Options of {@link runProgram} besides the environment. */
export interface RunProgramOptions {
  /** The working folder. Default: the root of this workspace. */
  readonly folder?: string;
}

/**
 * Starts a built program of this workspace and kills it when the test is over; `path` is relative
 * to the root. Variables of `env` whose value is `undefined` are not set.
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
