import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from '../start-child.ts';

/** A server process that is killed and started again, and what callers need to know of that. */
export interface MortalServer {
  /** Where it is, once it is up. */
  url(): Promise<string>;
  /** Grows with every kill: what began in one life may break in the next. */
  lives(): number;
  /** Kills it as kill -9 does, and starts it again on what it left. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Stops its process for that long, as a debugger or a frozen machine does. */
  freeze(milliseconds: number): Promise<void>;
  /** As {@link MortalServer.restart}, but asks it to end, and gives the code that it ends with. */
  redeploy(): Promise<number | null>;
}

/** Where a life of it is, and its process. */
interface Life {
  readonly child: Child;
  readonly url: string;
}

/**
 * Starts the process `server-child` with these arguments. While one lives, the next one loads its
 * program, so that as little time as can be passes between a kill and what comes after it.
 */
export async function startMortalServer(args: readonly string[]): Promise<MortalServer> {
  let lives = 1;
  let spare = startSpare();
  let current = begin();
  await current;

  function startSpare(): Promise<Child> {
    const starting = startChild('server-child', ...args, 'spare');
    // Told to whoever needs it: at the end nobody does.
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
      // Before the kill, so that nobody asks for the place of the dead.
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
