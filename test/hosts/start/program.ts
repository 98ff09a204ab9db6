// Hosts that are programs of their own: those of the guide, started as it says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HANDLER_MOUNTS, type Host } from './host.ts';
import { findPort, statusUnder } from './ports.ts';

/** A program that serves the agents, by its command. */
interface Program extends Pick<Host, 'name' | 'limits'> {
  /** False for a bundler that leaves the files of pages behind. Default true. */
  readonly hasPages?: boolean;
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

/** What the package managers link, such as `next`. */
const BIN = fileURLToPath(new URL('node_modules/.bin/', ROOT));

/** Runs a program, and keeps what it prints, for the case that it fails. */
function run(
  [command = '', ...args]: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, PATH: `${BIN}:${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) {
    output
      .setEncoding('utf8')
      .on('data', (text: string) => (printed = (printed + text).slice(-9_000)));
  }
  const ended = once(child, 'exit');
  return { child, ended, printed: () => printed };
}

/** Makes the host of a program. */
export function toHost(program: Program): Host {
  const { name, limits, hasPages = true, folder = '', build, command, toPort } = program;
  return {
    name,
    mounts: hasPages ? HANDLER_MOUNTS : new Set(['health', 'socket']),
    ...(limits && { limits }),
    async start() {
      const cwd = fileURLToPath(new URL(`programs/${folder}`, ROOT));
      if (build !== undefined) {
        const built = run(build, { cwd });
        const [code] = (await built.ended) as unknown as readonly [number | null];
        if (code !== 0) throw new Error(`Cannot build ${name}: ${built.printed()}`);
      }
      const port = await findPort();
      const publicUrl = `http://127.0.0.1:${port}/agents`;
      const env = { ...program.env, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: publicUrl };
      const running = run([...command, ...(toPort?.(port) ?? [])], { cwd, env });
      const stop = async (): Promise<void> => {
        // With what the program has started in turn.
        if (running.child.pid !== undefined) process.kill(-running.child.pid, 'SIGKILL');
        await running.ended;
      };
      try {
        await untilAnswers(`${publicUrl}/open/healthz`, running.child);
      } catch (error) {
        await stop();
        throw new Error(`Cannot start ${name}: ${running.printed()}`, { cause: error });
      }
      return {
        served: {
          url: (agent) => `${publicUrl}/${agent}`,
          fetch,
          statusUnder,
        },
        stop,
      };
    },
  };
}

/** Asks until there is an answer; throws once the program has ended, or after a minute. */
async function untilAnswers(
  url: string,
  child: { readonly exitCode: number | null },
): Promise<void> {
  let last: unknown;
  for (const end = Date.now() + 60_000; Date.now() < end && child.exitCode === null;) {
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
