import { spawn } from 'node:child_process';
import { toProgram, type Program } from './follow-program.ts';

export type { Program } from './follow-program.ts';

/** Runs a built program of this workspace, by its path from the root, until the test is over. */
export function runProgram(path: string, env: Readonly<Record<string, string>> = {}): Program {
  const root = new URL('../../../', import.meta.url).pathname;
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return toProgram(child);
}
