import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../start-child.ts';

/** A server process that a test kills and starts again. */
export interface MortalServer {
  /** Resolves with the URL of the server once it runs. */
  url(): Promise<string>;
  /** Returns the number of starts so far; a request of one life may break in the next. */
  lives(): number;
  /** Kills the process as `kill -9` does, and starts a new one on the same data. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Stops the process for the given milliseconds, as a debugger or a frozen machine does. */
  freeze(milliseconds: number): Promise<void>;
  /**
   * Asks the process to end, starts a new one on the same data, and resolves with the exit code.
   */
  redeploy(): Promise<number | null>;
}

/** A running process of the server, and the URL at which it serves. */
interface Life {
  readonly child: Child;
  readonly url: string;
}

/**
 * Starts the program `server-child` with the given arguments. While one process runs, a spare one
 * loads the program, so that little time passes between a kill and the next start.
 */
export async function startMortalServer(args: readonly string[]): Promise<MortalServer> {
  let lives = 1;
  let spare = startSpare();
  let current = begin();
  await current;

  function startSpare(): Promise<Child> {
    const starting = startChild('server-child', ...args, 'spare');
    // The error reaches the caller that awaits the spare process; at the end of a test no caller
    // does.
    starting.catch(() => undefined);
    return starting;
  }

  async function begin(): Promise<Life> {
    const child = await spare;
    child.send('begin');
    const url = (await child.next()) as string | undefined;
    if (url === undefined) throw new Error('The process server-child ended before it served.');
    spare = startSpare();
    return { child, url };
  }

  return {
    url: async () => (await current).url,
    lives: () => lives,
    async restart() {
      const { child } = await current;
      lives += 1;
      // `current` changes before the process dies, so that no caller gets the URL of the dead
      // process.
      const killed = child.kill();
      current = killed.then(begin);
      await current;
    },
    async redeploy() {
      const { child } = await current;
      lives += 1;
      const ended = child.terminate();
      current = ended.then(begin);
      await current;
      return ended;
    },
    async freeze(milliseconds) {
      const { child } = await current;
      lives += 1;
      child.signal('SIGSTOP');
      // Real time: leases run out meanwhile by the clock of the database.
      await sleep(milliseconds);
      child.signal('SIGCONT');
      lives += 1;
    },
    async kill() {
      const { child } = await current;
      lives += 1;
      await Promise.all([child.kill(), spare.then((unused) => unused.kill())]);
    },
  };
}
