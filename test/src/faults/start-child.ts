import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A process of `children/`, spoken to by lines of JSON. */
export interface Child {
  send(...command: readonly unknown[]): void;
  /** The next line it wrote; `undefined` when it ended. */
  next(): Promise<unknown>;
  /** Ends it as kill -9 does, and gives the lines that were not looked at. */
  kill(): Promise<readonly unknown[]>;
}

/** Starts the process and waits until it is ready; it is killed when the test is over. */
export async function startChild(name: string, ...args: readonly string[]): Promise<Child> {
  const path = fileURLToPath(new URL(`children/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@formwork/source', path, ...args], {
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

  await next();
  return {
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
