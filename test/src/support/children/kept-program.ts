import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { KeptEnd, KeptRun } from '../run-kept.ts';

// One process for many runs, one after another. To each it looks as if it had been started for it alone:
// its folder, environment, arguments and streams. As that of a process of its own, a run ends only when
// nothing is left that would keep the process alive.

const endProcess = process.exit.bind(process);

process.on('message', (run: KeptRun) => void doRun(run)).on('disconnect', () => endProcess());
const idle = countResources();
let runs = 0;

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
  const toEnd = (code: unknown, isKept: boolean): KeptEnd => {
    return { code: Number(code ?? 0), stdout: readStdout(), stderr: readStderr(), isKept };
  };
  // What comes after must not run, and the process is not as it was: the next run gets another.
  process.exit = (code) => {
    process.send?.(toEnd(code ?? process.exitCode, false), () => endProcess());
    throw new Error('The process has ended.');
  };
  if (program === undefined) {
    const { runCommandLine } = await import('@formwork/cli');
    await runCommandLine(args);
  } else {
    // A module that is there would not run again. What it does not catch ends it.
    await import(`${pathToFileURL(program).href}?${(runs += 1)}`).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  }
  do await delay(1);
  while (!isIdle());
  process.send?.(toEnd(process.exitCode, true));
}

/** Takes what is written to a stream, and gives it back as text. */
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

/** True if no more keeps this process alive than before the first run: the channel to its parent. */
function isIdle(): boolean {
  return [...countResources()].every(([name, count]) => count <= (idle.get(name) ?? 0));
}

function countResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo())
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
