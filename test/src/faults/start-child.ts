import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from '../support/test-end.ts';
import { toChildProgram } from './child-program.ts';

/** A process that runs a program of `children/` and exchanges lines of JSON with the test. */
export interface Child {
  readonly pid: number;
  /** The line by which the process said that it was ready. */
  readonly ready: unknown;
  send(...command: readonly unknown[]): void;
  /** Resolves with the next line that the process writes; `undefined` if it has ended. */
  next(): Promise<unknown>;
  /** Kills the process as `kill -9` does, and resolves with the lines that were not read. */
  kill(): Promise<readonly unknown[]>;
  /** Asks the process to end (SIGTERM) and resolves with its exit code, `null` if it was killed. */
  terminate(): Promise<number | null>;
  /** Sends the process a signal, such as `SIGSTOP`. */
  signal(name: NodeJS.Signals): void;
}

/**
 * Starts a program of `children/` and waits until it is ready; the process is killed when the test
 * is over.
 */
export function startChild(name: string, ...args: readonly string[]): Promise<Child> {
  return startChildWithin([], name, args);
}

/**
 * Starts a program of `children/` as {@link startChild} does, through a program such as `prlimit`,
 * given by the words of `within`.
 */
export async function startChildWithin(
  within: readonly string[],
  name: string,
  args: readonly string[],
): Promise<Child> {
  const words = [...within, process.execPath, await toChildProgram(name), ...args];
  const child = spawn(words[0] ?? '', words.slice(1), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function next(): Promise<unknown> {
    const { done, value } = await lines.next();
    return done === true ? undefined : parseLine(value);
  }

  const ready = await next();
  if (ready === undefined || child.pid === undefined) {
    throw new Error(`The process ${name} ended before it was ready.`);
  }
  return {
    pid: child.pid,
    ready,
    send(...command) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
    },
    next,
    async kill() {
      child.kill('SIGKILL');
      await closed;
      const rest: unknown[] = [];
      for (let line = await next(); line !== undefined; line = await next()) {
        rest.push(line);
      }
      return rest;
    },
    async terminate() {
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
    signal(signal) {
      child.kill(signal);
    },
  };
}

/**
 * Parses a line of JSON; returns `null` if it is cut short, as the last line of a killed process
 * may be.
 */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
