import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { KeptEnd, KeptRun } from '../run-kept.ts';

// Runs many programs one after another in one process. For each of them the folder, environment,
// arguments and streams are those of a process started for it alone. During a run the channel to
// the parent does not keep the process alive, so a run is over when a process of its own would have
// ended.

const endProcess = process.exit.bind(process);
/** The exit code of Node when a module awaits a promise that never settles. */
const UNSETTLED = 13;
let runs = 0;
let toEnd: ((code: unknown, isKept: boolean) => KeptEnd) | undefined;

process
  .on('message', (run: KeptRun) => {
    process.channel?.unref();
    void doRun(run);
  })
  .on('disconnect', () => endProcess())
  .on('beforeExit', () => {
    // Other listeners of the event are called first, and may keep the process running.
    if (process.listenerCount('beforeExit') > 1) {
      setImmediate(() => {});
      return;
    }
    process.channel?.ref();
    if (toEnd !== undefined) process.send?.(toEnd(process.exitCode, true));
    toEnd = undefined;
  });

async function doRun({ program, args, cwd, env, input }: KeptRun): Promise<void> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program ?? 'formwork', ...args];
  process.exitCode = undefined;
  // A server that could not start leaves its listeners to the end of its process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  setStream('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)]));
  const readStdout = captureStream('stdout');
  const readStderr = captureStream('stderr');
  // A new console is made, because the old one would write to the streams of the first run.
  globalThis.console = new Console(process.stdout, process.stderr);
  const tell = (code: unknown, isKept: boolean): KeptEnd => {
    return { code: Number(code ?? 0), stdout: readStdout(), stderr: readStderr(), isKept };
  };
  toEnd = tell;
  // The error stops the code after `process.exit`. The process has changed then, so the next run
  // gets a new one.
  process.exit = (code) => {
    toEnd = undefined;
    process.send?.(tell(code ?? process.exitCode, false), () => endProcess());
    throw new Error('The process has ended.');
  };
  if (program === undefined) {
    const { runCommandLine } = await import('@formwork/cli');
    await runCommandLine(args);
  } else {
    process.exitCode = UNSETTLED;
    try {
      // The number makes each URL unique, because a module that is already loaded would not run
      // again.
      await import(`${pathToFileURL(program).href}?${(runs += 1)}`);
      if (process.exitCode === UNSETTLED) process.exitCode = undefined;
    } catch (error) {
      // An error that a program does not catch ends it with exit code 1.
      console.error(error);
      process.exitCode = 1;
    }
  }
}

/**
 * Replaces standard output or standard error, and returns a function that reads the text written so
 * far.
 */
function captureStream(name: 'stdout' | 'stderr'): () => string {
  const chunks: Buffer[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    chunks.push(chunk);
    done();
  };
  setStream(name, new Writable({ write }));
  return () => Buffer.concat(chunks).toString('utf8');
}

function setStream(name: 'stdin' | 'stdout' | 'stderr', value: unknown): void {
  Object.defineProperty(process, name, { value, configurable: true });
}
