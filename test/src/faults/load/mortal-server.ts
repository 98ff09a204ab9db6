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
}

/** Starts the process `server-child` with these arguments. */
export async function startMortalServer(args: readonly string[]): Promise<MortalServer> {
  let lives = 1;
  let current: Promise<Child> = startChild('server-child', ...args);
  await current;

  async function kill(): Promise<void> {
    const child = await current;
    lives += 1;
    // Before the kill, so that nobody asks for the place of the dead.
    const killed = child.kill();
    current = killed.then(() => startChild('server-child', ...args));
    await killed;
  }

  return {
    url: async () => String((await current).ready),
    lives: () => lives,
    async restart() {
      await kill();
      await current;
    },
    async kill() {
      const child = await current;
      lives += 1;
      await child.kill();
    },
  };
}
