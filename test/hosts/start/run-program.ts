// Programs of their own, with what they print.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the package managers link, such as `next`. */
const BIN = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

/** A program that was started. */
export interface RunningProgram {
  /** Resolves to the exit code; `null` if the program was killed. */
  readonly ended: Promise<number | null>;
  /** True once the program has ended. */
  readonly isOver: () => boolean;
  /** Returns the end of what the program has printed. */
  readonly printed: () => string;
  /** Kills the program, with what it has started. */
  readonly kill: () => Promise<void>;
}

/** The programs that run, which end with this one, whatever ends it. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(killGroup));

/** Kills a program, with what it has started in turn: the command of Deno starts Deno. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

/** Starts a program, and keeps the end of what it prints, for the case that it fails. */
export function runProgram(
  [command = '', ...args]: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
): RunningProgram {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, PATH: `${BIN}:${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output
      .setEncoding('utf8')
      .on('data', (text: string) => (printed = (printed + text).slice(-9_000)));
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  return {
    ended,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    printed: () => printed,
    async kill() {
      killGroup(child);
      await ended;
      running.delete(child);
    },
  };
}
