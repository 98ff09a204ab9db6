import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from '../support/test-end.ts';
import { toChildProgram } from './child-program.ts';

/** A process of `children/`, spoken to by lines of JSON. */
export interface Child {
  readonly pid: number;
  /** The line by which it said that it was ready. */
  readonly ready: unknown;
  send(...command: readonly unknown[]): void;
  /** The next line it wrote; `undefined` when it ended. */
  next(): Promise<unknown>;
  /** Ends it as kill -9 does, and gives the lines that were not looked at. */
  kill(): Promise<readonly unknown[]>;
  /** Asks it to end (SIGTERM), and resolves with its exit code once it has; `null` if it was killed. */
  terminate(): Promise<number | null>;
  /** Sends it a signal, such as `SIGSTOP`. */
  signal(name: NodeJS.Signals): void;
}

/** Starts the process and waits until it is ready; it is killed when the test is over. */
export function startChild(name: string, ...args: readonly string[]): Promise<Child> {
  return startChildWithin([], name, args);
}

/** As {@link startChild}, under a program that becomes the process that it is given. */
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

/** The last line of a killed process may be cut short. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
