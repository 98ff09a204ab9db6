import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from './test-end.ts';

/** A program that a test started. */
export interface Program {
  readonly child: ChildProcess;
  /** Resolves when the output of the program matches; rejects if the program ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code when the program ends. */
  readonly exit: Promise<number | null>;
  /** Returns all that the program has written so far to standard output and standard error. */
  output(): string;
}

/**
 * Makes a {@link Program} of a child process whose output streams are pipes. The process is killed
 * when the test is over.
 */
export function toProgram(child: ChildProcess): Program {
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
  // A program that cannot begin ends at once, and this is its output.
  child.once('error', ({ message }) => (text += message));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    exit,
    output: () => text,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        function look(): void {
          const match = pattern.exec(text);
          if (match !== null) resolve(match);
        }
        listeners.add(look);
        look();
        void exit.then((code) => reject(new Error(`The program ended with ${code}: ${text}`)));
      }),
  };
}
