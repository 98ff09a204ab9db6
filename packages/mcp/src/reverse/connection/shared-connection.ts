import { hasCode } from '@formwork/schema/internal';
import {
  SdkHttpError,
  type ElicitRequestParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { setTimeout } from 'node:timers/promises';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { McpServerError } from '../../errors.ts';
import { nameSource, type McpSource } from '../mcp-agent.ts';
import { ANY_RESULT, connectServer, type McpConnection } from './connect-server.ts';

/** The shortest and, below it, the longest pause before a program is restarted, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * The time, in milliseconds, after which a running program counts as stable: if it ends later, it
 * is restarted after the shortest pause.
 */
const STEADY_MS = 60_000;

/** The longest time that a call waits for a server that is being restarted, in milliseconds. */
const PATIENCE_MS = 2000;

/** Options of {@link KeptConnection}. */
export interface KeptConnectionOptions {
  readonly logger: BridgeLogger;
  readonly timeoutMs: number;
  readonly onElicit: (params: ElicitRequestParams) => Promise<ElicitResult>;
  readonly onToolsChanged: () => void;
}

/**
 * A connection to an MCP server that is made again whenever it is lost. A program that ends is
 * restarted, after pauses that grow, and its tools may then have changed.
 */
export class KeptConnection {
  readonly #source: McpSource;
  readonly #options: KeptConnectionOptions;
  readonly #name: string;
  readonly #isProcess: boolean;
  readonly #closing = new AbortController();
  #current: Promise<McpConnection> | undefined;
  #isLegacy = false;
  #failures = 0;
  #failedAt = 0;
  #wasOpen = false;

  constructor(source: McpSource, options: KeptConnectionOptions) {
    this.#source = source;
    this.#options = options;
    this.#name = nameSource(source);
    this.#isProcess = 'command' in source;
  }

  /**
   * Returns the connection; if there is none, makes one, or waits a short time for a server that is
   * being restarted.
   *
   * @throws McpServerError, also when a server that has ended is not back soon
   */
  async get(): Promise<McpConnection> {
    const next = this.#current ?? this.#replace();
    if (!this.#wasOpen || this.#failures === 0) return next;
    const waited = new AbortController();
    const late = setTimeout(PATIENCE_MS, undefined, { signal: waited.signal, ref: false });
    const connection = await Promise.race([next, late.catch(() => {})]).finally(() =>
      waited.abort(),
    );
    if (connection !== undefined) return connection;
    throw new McpServerError(
      `Cannot call the MCP server ${this.#name} because it has ended and is started again: current number of attempts is ${this.#failures}`,
    );
  }

  /**
   * Examines the error of a call. If an HTTP server has forgotten the session, a later call makes
   * a new connection.
   */
  report(connection: McpConnection, error: unknown): void {
    if (this.#isProcess || !isForgetting(error)) return;
    // Sessions are forgotten with 404 (2025-11-25, Streamable HTTP, Session Management 4).
    if (connection.era === 'legacy' && error.status === 404) this.#leave(connection);
    else void this.#leaveIfForgotten(connection);
  }

  /** Closes the connection, and ends the program, for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    const last = await this.#current?.catch(() => {});
    await last?.close();
  }

  #replace(): Promise<McpConnection> {
    const next = this.#open();
    this.#current = next;
    next.catch(() => {
      if (this.#current !== next) return;
      this.#current = undefined;
      // A first connection that fails is not tried again unless a call needs it.
      if (this.#wasOpen && this.#isProcess && !this.#closing.signal.aborted) void this.#replace();
    });
    return next;
  }

  async #open(): Promise<McpConnection> {
    await this.#pause();
    if (this.#closing.signal.aborted) {
      throw new McpServerError(`Cannot call the MCP server ${this.#name} because it was closed`);
    }
    try {
      const connection = await this.#connect();
      this.#isLegacy = this.#isProcess && connection.era === 'legacy';
      // A program has to run for a while first; a server at an address is there.
      if (!this.#isProcess) this.#failures = 0;
      if (this.#wasOpen) setImmediate(this.#options.onToolsChanged);
      this.#wasOpen = true;
      return connection;
    } catch (cause) {
      this.#fail();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new McpServerError(`Cannot connect to the MCP server ${this.#name}: ${why}`, { cause });
    }
  }

  /** Waits before another attempt. A server that had no call for long is tried at once. */
  async #pause(): Promise<void> {
    if (this.#failures === 0) return;
    const pauseMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), LONGEST_WAIT_MS);
    const waitMs = this.#failedAt + pauseMs - performance.now();
    if (waitMs <= 0) return;
    await setTimeout(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  async #connect(): Promise<McpConnection> {
    const { signal } = this.#closing;
    const since = performance.now();
    const connect = (isLegacy: boolean): Promise<McpConnection> =>
      connectServer(this.#source, {
        ...this.#options,
        signal,
        isLegacy,
        onLost: () => this.#restart(since),
      });
    try {
      return await connect(this.#isLegacy);
    } catch (error) {
      // If the program does not exist, starting it in another way would fail too.
      const isMissing = hasCode(error, 'ENOENT');
      if (!this.#isProcess || this.#isLegacy || signal.aborted || isMissing) throw error;
      // Some programs exit at a request that they do not know: those are asked in the older way.
      return connect(true);
    }
  }

  /** Starts a program again that has ended, which was asked to start at the given time. */
  #restart(since: number): void {
    if (performance.now() - since > STEADY_MS) this.#failures = 0;
    this.#fail();
    this.#options.logger.warn('The MCP server ended and is started again', {
      server: this.#name,
      failures: this.#failures,
    });
    void this.#replace();
  }

  #fail(): void {
    this.#failures += 1;
    this.#failedAt = performance.now();
  }

  /** Lets the next call make a new connection. */
  #leave(connection: McpConnection): void {
    if (!connection.isOpen()) return;
    this.#current = undefined;
    connection.close().catch(() => {});
  }

  /**
   * Leaves a connection if the server refuses a request that has no fault of its own. Many servers
   * answer 400 in a session that they have forgotten.
   */
  async #leaveIfForgotten(connection: McpConnection): Promise<void> {
    try {
      await connection.client.request({ method: 'tools/list', params: {} }, ANY_RESULT, {
        timeout: this.#options.timeoutMs,
      });
    } catch (error) {
      if (isForgetting(error)) this.#leave(connection);
    }
  }
}

/** True for an answer by which a server may say that it has forgotten the session. */
function isForgetting(error: unknown): error is SdkHttpError {
  return error instanceof SdkHttpError && (error.status === 400 || error.status === 404);
}
