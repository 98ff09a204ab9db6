import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from './test-end.ts';

/** A program that a test started. */
export interface Program {
  readonly child: ChildProcess;
  /** Resolves when the output matches; rejects when the program ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the exit code when the program ends. */
  readonly exit: Promise<number | null>;
  /** Everything it wrote so far, to standard output and standard error. */
  output(): string;
}

/** Follows a process that was started with pipes, until the test is over. */
export function toProgram(child: ChildProcess): Program {
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const listener of listeners) listener();
    });
  }
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
