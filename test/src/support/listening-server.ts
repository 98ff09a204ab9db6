import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT } from './limits.ts';
import type { FoundProgram } from './programs/outside-program.ts';

/** Options of {@link ListeningServer.start}. */
export interface ListeningServerOptions {
  /** The port of this machine on which the server will accept connections. */
  readonly port: number;
  /** The variables of the server besides those of this process and of its program. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The time between two looks at a port, in milliseconds. */
const PAUSE_MS = 50;

/** A server that a test has started as a process of its own. */
export class ListeningServer {
  readonly #child: ChildProcess;
  readonly #isSilent: Promise<unknown>;
  #output = '';

  private constructor({ file, env }: FoundProgram, args: readonly string[], more: object) {
    this.#child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, ...more },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#keep(text));
    }
    this.#child.once('error', ({ message }) => this.#keep(message));
    this.#isSilent = new Promise((resolve) => void this.#child.once('close', resolve));
  }

  /**
   * Starts a server, and resolves once its port accepts connections.
   *
   * @throws Error with the last lines of the server, as soon as its process has ended
   */
  static async start(
    program: FoundProgram,
    args: readonly string[],
    { port, env = {} }: ListeningServerOptions,
  ): Promise<ListeningServer> {
    const server = new ListeningServer(program, args, env);
    const begun = performance.now();
    while (!(await isOpen(port))) {
      if (!server.hasEnded && performance.now() < begun + WAIT_LIMIT) {
        await sleep(PAUSE_MS);
        continue;
      }
      await server.stop();
      throw new Error(
        `Cannot start ${program.file} because it must listen on port ${port}: it does not, and wrote last:\n${server.#output.trim()}`,
      );
    }
    return server;
  }

  /** True once the process has ended, or if it could not begin. */
  get hasEnded(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  /** Kills the server, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#isSilent;
  }

  #keep(text: string): void {
    this.#output = (this.#output + text).slice(-4_000);
  }
}

/** Finds a port of this machine on which no program listens. */
export async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
