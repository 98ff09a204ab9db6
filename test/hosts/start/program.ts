// Hosts that are programs of their own: those of the guide, started as it says.
import { fileURLToPath } from 'node:url';
import { WAIT_LIMIT } from '../../src/support/limits.ts';
import type { Host } from './host.ts';
import { findPort, statusUnder } from './ports.ts';
import { type RunningProgram, runProgram } from './run-program.ts';

/** A program that serves the agents, by its command. */
interface Program extends Pick<Host, 'name' | 'limits'> {
  /** The folder of the program, below `programs`. Default: that folder itself. */
  readonly folder?: string;
  /** Builds the program before it is started. Default: nothing is built. */
  readonly build?: readonly string[];
  readonly command: readonly string[];
  /** Further variables. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** The arguments that name the port; the variable PORT names it in any case. */
  readonly toPort?: (port: number) => readonly string[];
}

const ROOT = new URL('../', import.meta.url);

/** Makes the host of a program. */
export function toHost(program: Program): Host {
  const { name, limits, folder = '', build, command, toPort } = program;
  return {
    name,
    ...(limits && { limits }),
    async start() {
      const cwd = fileURLToPath(new URL(`programs/${folder}`, ROOT));
      if (build !== undefined) {
        const built = runProgram(build, { cwd });
        if ((await built.ended) !== 0) throw new Error(`Cannot build ${name}: ${built.printed()}`);
      }
      const port = await findPort();
      const publicUrl = `http://127.0.0.1:${port}/agents`;
      const env = { ...program.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: publicUrl };
      const running = runProgram([...command, ...(toPort?.(port) ?? [])], { cwd, env });
      try {
        await untilAnswers(`${publicUrl}/open/healthz`, running);
      } catch (error) {
        await running.kill();
        throw new Error(`Cannot start ${name}: ${running.printed()}`, { cause: error });
      }
      return {
        served: {
          url: (agent) => `${publicUrl}/${agent}`,
          fetch,
          statusUnder,
        },
        stop: running.kill,
      };
    },
  };
}

/** Asks until there is an answer; throws once the program has ended, or stands still. */
async function untilAnswers(url: string, { isOver }: RunningProgram): Promise<void> {
  let last: unknown;
  for (const end = Date.now() + WAIT_LIMIT; Date.now() < end && !isOver();) {
    try {
      const { status } = await fetch(url);
      if (status === 200) return;
      last = new Error(`The status of ${url} is ${status}.`);
    } catch (error) {
      last = error;
    }
    // Real time: the program tells in no other way that it listens.
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw last;
}
