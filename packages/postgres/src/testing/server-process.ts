import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerPrograms } from './server-programs.ts';
import type { ServerUser } from './server-user.ts';

/** Where and how a server runs. */
export interface ServerSetting extends Required<ServerPrograms> {
  /** The folder in which the server runs, which its user may read. */
  readonly cwd: string;
  readonly user: ServerUser | undefined;
}

/** A server says this once it takes connections. */
const READY = 'database system is ready to accept connections';

/** The time after which a server that neither takes connections nor ends stands still. */
const PATIENCE_MS = 60_000;

/** The process of a PostgreSQL server. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #programs: string;
  /** Resolves when the process has ended, or could not begin. */
  readonly #isOver: Promise<unknown>;
  /** Resolves when all that the process wrote has arrived, too. */
  readonly #isSilent: Promise<unknown>;
  #output = '';

  private constructor(args: readonly string[], { folder, env, cwd, user }: ServerSetting) {
    this.#programs = folder;
    // The words of the log do not depend on the language of the machine.
    const variables = { ...process.env, ...env, LC_ALL: 'C' };
    this.#child = spawn(join(folder, 'postgres'), args, {
      cwd,
      env: variables,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...user,
    });
    this.#isOver = new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.once('error', (error) => {
        this.#output += error.message;
        resolve(error);
      });
    });
    this.#isSilent = new Promise((resolve) => void this.#child.once('close', resolve));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-4_000);
    });
  }

  /**
   * Starts a server, and resolves when it takes connections.
   *
   * @throws Error with the last lines of the server, as soon as its process has ended
   */
  static async start(args: readonly string[], setting: ServerSetting): Promise<ServerProcess> {
    const server = new ServerProcess(args, setting);
    await server.#untilReady();
    return server;
  }

  async #untilReady(): Promise<void> {
    const over = new AbortController();
    const isReady = new Promise<'ready'>((resolve) => {
      this.#child.stderr?.on('data', () => {
        if (this.#output.includes(READY)) resolve('ready');
      });
    });
    // Real time: a server that stands still says nothing.
    const isLate = sleep(PATIENCE_MS, 'late' as const, { signal: over.signal });
    const outcome = await Promise.race([isReady, this.#isOver, isLate]);
    over.abort();
    isLate.catch(() => {});
    if (outcome === 'ready') return;
    this.#child.kill('SIGKILL');
    if (this.#child.pid !== undefined) await this.#isSilent;
    throw new Error(
      `Cannot start PostgreSQL because its server must take connections: it ${outcome === 'late' ? `did not within ${PATIENCE_MS / 1_000} s` : 'ended'}, and wrote last:\n${this.#output.trim()}`,
    );
  }

  /**
   * Ends the server: `QUIT` is a crash without a checkpoint, and `INT` does not wait for clients.
   * Resolves at once if it has ended by itself.
   */
  async end(signal: 'INT' | 'QUIT'): Promise<void> {
    const { exitCode, signalCode, pid } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    if (process.platform === 'win32') {
      // Windows has no signals; this program sends what the server takes for one.
      execFileSync(join(this.#programs, 'pg_ctl'), ['kill', signal, String(pid)]);
    } else this.#child.kill(`SIG${signal}`);
    await this.#isOver;
  }
}
