import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './judge.ts';

/** A benchmark to run in a process of its own. */
export interface AreaRun {
  /** The path of the program, which exports `toFigures`. */
  readonly program: string;
  /** The variables that set how much it measures, such as `ROUNDS`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The time after which it counts as crashed, in seconds. */
  readonly seconds: number;
}

const CHILD = fileURLToPath(new URL('measure-area.ts', import.meta.url));
/** The end of what a crashed benchmark wrote to standard error that is kept, in characters. */
const KEPT = 2_000;

/**
 * Runs a benchmark in a process of its own, and stops every process that it leaves behind. What it
 * prints is dropped.
 */
export async function runArea({ program, settings, seconds }: AreaRun): Promise<Outcome> {
  // The child leads a group of its own, so that the servers that it starts can be stopped with it.
  const child = spawn(process.execPath, [CHILD, program], {
    detached: true,
    env: { ...process.env, ...settings },
    // Keeps numbers that JSON lacks, such as NaN.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = (): void => stopGroup(child.pid);
  process.once('exit', stop);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT);
  });
  let outcome: Outcome | undefined;
  child.once('message', (message) => {
    outcome = message as Outcome;
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, seconds * 1_000);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(timer);
  stop();
  process.off('exit', stop);
  if (outcome !== undefined) return outcome;
  if (isLate) return { kind: 'crashed', reason: `took longer than ${seconds} s` };
  const last = said.trim().split('\n').at(-1) ?? '';
  return { kind: 'crashed', reason: `ended with ${signal ?? code}: ${last}` };
}

function stopGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of its processes have ended.
  }
}
