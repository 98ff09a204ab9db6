import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ROOT, toEnv, type CliOptions, type Ended } from './run-cli.ts';
import { onTestFinished } from './test-end.ts';

/** A run that a test worker asks the kept process to do. */
export interface KeptRun {
  /** The file of a program to run as a module. Default: the built `formwork` command. */
  readonly program?: string | undefined;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
}

/** The outcome of a run, as the kept process reports it. */
export interface KeptEnd extends Ended {
  /** False if the kept process ends with this run, so that the next run needs a new process. */
  readonly isKept: boolean;
}

const CHILD = fileURLToPath(new URL('children/kept-program.ts', import.meta.url));

let kept: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the built `formwork` command until it ends, as `runCli` does, in a process that is kept for
 * the next run, because a start takes a hundred times as long as most commands. Tests of a process
 * itself, such as of signals or full files, need `runCli`.
 */
export function runKept(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  return enqueue({ args, ...toPlace(options) });
}

/**
 * Runs a program of this workspace in the kept process until the program ends; `path` is relative
 * to the root of the workspace.
 */
export function importKept(path: string, args: readonly string[] = []): Promise<Ended> {
  return enqueue({ program: ROOT + path, args, ...toPlace({}) });
}

function toPlace({ env = {}, cwd = ROOT, input = '' }: CliOptions): Omit<KeptRun, 'args'> {
  return { cwd, input, env: toEnv(env) };
}

function enqueue(run: KeptRun): Promise<Ended> {
  const end = last.then(() => runNow(run));
  last = end.catch(() => {});
  return end;
}

async function runNow(run: KeptRun): Promise<Ended> {
  const child = (kept ??= startKept());
  let isDone = false;
  // A run that hangs must not block the following runs, so its process is killed with the test.
  onTestFinished(() => {
    if (!isDone) child.kill('SIGKILL');
  });
  const { isKept, ...end } = await new Promise<KeptEnd>((resolve, reject) => {
    const onExit = (code: number | null): void => {
      reject(
        new Error(
          `The process of "${[run.program ?? 'formwork', ...run.args].join(' ')}" ended with ${code}.`,
        ),
      );
    };
    child.once('exit', onExit).once('message', (message: KeptEnd) => {
      child.off('exit', onExit);
      resolve(message);
    });
    child.send(run);
  });
  isDone = true;
  if (!isKept) kept = undefined;
  return end;
}

function startKept(): ChildProcess {
  const child = fork(CHILD, {
    execArgv: [],
    env: toEnv({}),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('exit', () => {
    if (kept === child) kept = undefined;
  });
  // The process does not keep the test worker alive, and ends together with it.
  child.unref();
  child.channel?.unref();
  return child;
}
