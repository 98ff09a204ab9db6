import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStandstill } from './standstill.ts';

const BIN = 'node_modules/@formwork/cli/bin/formwork.cjs';

/** A command that runs, with its output in files, because not every machine gives Node pipes. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves when the output matches. @throws Error with the output if the command ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends the process at once, as `taskkill /F` does, and resolves when it is gone. */
  kill(): Promise<void>;
}

/** What a command has printed, and its exit code. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();
/** Ends the program when it stands still, with a line for each thing that it waits for. */
export const standstill = createStandstill({
  onStill(open) {
    writeSync(1, ['FAILED  nothing begins or ends. Open are:', ...open, ''].join('\n'));
    killAll();
    process.exit(1);
  },
});
/** The number of lines of a command that are shown when it stands still. */
const LAST_LINES = 5;
let count = 0;

/** Starts the `formwork` of the project in the working directory. */
export function startFormwork(args: readonly string[]): Running {
  const { child, read } = start(args);
  const gone = once(child, 'exit');
  return {
    child,
    async waitFor(pattern) {
      for (;;) {
        const text = read('stdout') + read('stderr');
        const match = pattern.exec(text);
        if (match !== null) return match;
        if (child.exitCode !== null) {
          throw new Error(`formwork ${args.join(' ')} ended with ${child.exitCode}: ${text}`);
        }
        await pause();
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs the `formwork` of the project until it ends. */
export async function runFormwork(...args: readonly string[]): Promise<Ended> {
  const { child, read } = start(args);
  const [code] = await once(child, 'exit');
  return { code, stdout: read('stdout'), stderr: read('stderr') };
}

/** Ends every command that still runs. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Lets other processes work between two looks at what they have done. */
export async function pause(): Promise<void> {
  // Real time: whatever is looked at is in another process.
  await sleep(50);
}

function start(args: readonly string[]): {
  readonly child: ChildProcess;
  readonly read: (stream: 'stdout' | 'stderr') => string;
} {
  count += 1;
  const name = join('output', `${count}-${args[0]?.replaceAll('-', '') ?? ''}`);
  const files = { stdout: `${name}.out.txt`, stderr: `${name}.err.txt` };
  const [stdout, stderr] = [openSync(files.stdout, 'w'), openSync(files.stderr, 'w')];
  // The ports of agents are used again, so what one command has pinned is no matter of the next.
  const env = { ...process.env, FORMWORK_PINS: `${name}.pins.json` };
  const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', stdout, stderr] });
  for (const file of [stdout, stderr]) closeSync(file);
  running.add(child);
  const read = (stream: 'stdout' | 'stderr'): string => readFileSync(files[stream], 'utf8');
  const end = standstill.begin(() => {
    const last = (read('stdout') + read('stderr')).trimEnd().split('\n').slice(-LAST_LINES);
    return `formwork ${args.join(' ')} (process ${child.pid}), which printed last:\n${last.join('\n')}`;
  });
  child.once('exit', () => {
    running.delete(child);
    end();
  });
  return { child, read };
}
