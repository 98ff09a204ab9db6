import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { KeptEnd, KeptRun } from '../run-kept.ts';

// One process for many runs, one after another. To each it looks as if it had been started for it alone:
// its folder, environment, arguments and streams. While one runs, the channel to the parent does not keep
// the process alive: a run is over when a process of its own would have ended.

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
    // Others that were waiting for the end are heard first, and may go on.
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
  setStream('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)]));
  const readStdout = captureStream('stdout');
  const readStderr = captureStream('stderr');
  // It keeps the streams that it was first used with.
  globalThis.console = new Console(process.stdout, process.stderr);
  const tell = (code: unknown, isKept: boolean): KeptEnd => {
    return { code: Number(code ?? 0), stdout: readStdout(), stderr: readStderr(), isKept };
  };
  toEnd = tell;
  // What comes after must not run, and the process is not as it was: the next run gets another.
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
      // A module that is there would not run again.
      await import(`${pathToFileURL(program).href}?${(runs += 1)}`);
      if (process.exitCode === UNSETTLED) process.exitCode = undefined;
    } catch (error) {
      // What a program does not catch ends it.
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
