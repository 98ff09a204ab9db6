import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ProcessReading } from './reading.ts';

/** A server of the program `day-formwork`, one process after the other on the same file. */
export interface DayServer {
  /** Resolves with the URL of the process that serves. */
  url(): Promise<string>;
  /** Returns the number of starts so far; a request of one life may break in the next. */
  lives(): number;
  /**
   * Does something with the URL of the server. What breaks because the process ends meanwhile is no
   * error.
   */
  during(deed: (url: string) => Promise<void>): Promise<void>;
  /** Reads what the process holds; `undefined` if it ends meanwhile. */
  read(): Promise<ProcessReading | undefined>;
  /** Kills the process as `kill -9` does, and starts the next one. */
  kill(): Promise<void>;
  /** Asks the process to end (SIGTERM), starts the next one, and resolves with the exit code. */
  restart(): Promise<number | null>;
  /** Asks the last process to end, and resolves with its exit code. */
  end(): Promise<number | null>;
}

/** Starts the program `day-formwork` with arguments. */
export async function startDayServer(args: readonly string[]): Promise<DayServer> {
  const program = new URL('../servers/day-formwork.ts', import.meta.url).pathname;
  let lives = 0;
  let current = begin();
  await current;

  async function begin() {
    lives += 1;
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The server ended before it served.');
    return { child, lines, url: JSON.parse(value) as string };
  }

  /** Ends the process with a signal; the next one starts after it, with the URL that callers get. */
  async function replace(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = await current;
    lives += 1;
    const closed = once(child, 'close');
    child.kill(signal);
    current = closed.then(begin);
    await current;
    return child.exitCode;
  }

  return {
    url: async () => (await current).url,
    lives: () => lives,
    async during(deed) {
      const { url } = await current;
      const life = lives;
      try {
        await deed(url);
      } catch (error) {
        if (lives === life) throw error;
      }
    },
    async read() {
      const { child, lines } = await current;
      child.stdin.write('read\n');
      const { value, done } = await lines.next();
      return done === true ? undefined : (JSON.parse(value) as ProcessReading);
    },
    async kill() {
      await replace('SIGKILL');
    },
    restart: () => replace('SIGTERM'),
    async end() {
      const { child } = await current;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
  };
}
