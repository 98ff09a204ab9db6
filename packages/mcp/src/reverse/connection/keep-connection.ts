import { setTimeout } from 'node:timers/promises';
import {
  SdkHttpError,
  type ElicitRequestParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { McpServerError } from '../../errors.ts';
import { ANY_RESULT } from './any-result.ts';
import { nameSource, type McpSource } from '../mcp-agent.ts';
import { connectServer, type McpConnection } from './connect-server.ts';

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

/** A connection to an MCP server that is made again whenever it is lost. */
export interface KeptConnection {
  /**
   * Returns the connection; if there is none, makes one or waits for it.
   *
   * @throws McpServerError, also when a server that has ended is not back soon
   */
  readonly get: () => Promise<McpConnection>;
  /**
   * Examines the error of a call. If an HTTP server has forgotten the session, a later call makes
   * a new connection.
   */
  readonly report: (connection: McpConnection, error: unknown) => void;
  /** Closes the connection, and ends the program, for good. */
  readonly close: () => Promise<void>;
}

/** Options of {@link keepConnection}. */
export interface KeepConnectionOptions {
  readonly logger: BridgeLogger;
  readonly timeoutMs: number;
  readonly onElicit: (params: ElicitRequestParams) => Promise<ElicitResult>;
  readonly onToolsChanged: () => void;
}

/**
 * Makes a connection that is kept open. A program that ends is restarted, after pauses that grow,
 * and its tools may then have changed.
 */
export function keepConnection(source: McpSource, options: KeepConnectionOptions): KeptConnection {
  const { logger } = options;
  const name = nameSource(source);
  const isProcess = 'command' in source;
  let current: Promise<McpConnection> | undefined;
  const closing = new AbortController();
  let isLegacy = false;
  let failures = 0;
  let failedAt = 0;
  let wasOpen = false;

  function fail(): void {
    failures += 1;
    failedAt = performance.now();
  }

  async function open(): Promise<McpConnection> {
    const { signal } = closing;
    const pause = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    // A server that had no call for long is tried at once.
    const wait = failedAt + pause - performance.now();
    if (failures > 0 && wait > 0) await setTimeout(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted)
      throw new McpServerError(`Cannot call the MCP server ${name} as it was closed`);
    const since = performance.now();
    const onLost = (): void => {
      if (performance.now() - since > STEADY_MS) failures = 0;
      fail();
      logger.warn('The MCP server ended and is started again', { server: name, failures });
      void replace();
    };
    const connect = (legacy: boolean): Promise<McpConnection> =>
      connectServer(source, { ...options, signal, isLegacy: legacy, onLost });
    try {
      // Some programs exit at a request that they do not know: those are asked in the older way.
      const connection = await connect(isLegacy).catch((error: unknown) => {
        if (!isProcess || isLegacy || signal.aborted || isMissing(error)) throw error;
        return connect(true);
      });
      isLegacy = isProcess && connection.era === 'legacy';
      // A program has to run for a while first; a server at an address is there.
      if (!isProcess) failures = 0;
      if (wasOpen) setImmediate(options.onToolsChanged);
      wasOpen = true;
      return connection;
    } catch (cause) {
      fail();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new McpServerError(`Cannot connect to the MCP server ${name}: ${why}`, { cause });
    }
  }

  function replace(): Promise<McpConnection> {
    const next = open();
    current = next;
    next.catch(() => {
      if (current !== next) return;
      current = undefined;
      // A first connection that fails is not tried again unless somebody asks for it.
      if (wasOpen && isProcess && !closing.signal.aborted) void replace();
    });
    return next;
  }

  /** Returns the connection, but waits only a short time for a server that is being restarted. */
  async function getSoon(): Promise<McpConnection> {
    const next = current ?? replace();
    if (!wasOpen || failures === 0) return next;
    const waited = new AbortController();
    const late = setTimeout(PATIENCE_MS, undefined, { signal: waited.signal, ref: false });
    const found = await Promise.race([next, late.catch(() => {})]).finally(() => waited.abort());
    if (found !== undefined) return found;
    throw new McpServerError(
      `Cannot call the MCP server ${name} as it has ended and is started again: current number of attempts is ${failures}`,
    );
  }

  /** Lets the next call make a new connection. */
  function leave(connection: McpConnection): void {
    if (!connection.isOpen()) return;
    current = undefined;
    connection.close().catch(() => {});
  }

  /**
   * Leaves a connection if the server refuses a request that has no fault of its own. Many servers
   * answer 400 in a session that they have forgotten.
   */
  async function leaveIfForgotten(connection: McpConnection): Promise<void> {
    try {
      await connection.client.request({ method: 'tools/list', params: {} }, ANY_RESULT, {
        timeout: options.timeoutMs,
      });
    } catch (error) {
      if (isForgetting(error)) leave(connection);
    }
  }

  return {
    get: getSoon,
    report(connection, error) {
      if (isProcess || !isForgetting(error)) return;
      // Sessions are forgotten with 404 (2025-11-25, Streamable HTTP, Session Management 4).
      if (connection.era === 'legacy' && error.status === 404) leave(connection);
      else void leaveIfForgotten(connection);
    },
    async close() {
      closing.abort();
      const last = await current?.catch(() => {});
      await last?.close();
    },
  };
}

/** True if the program does not exist, so that starting it in another way would fail too. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** True for an answer by which a server may say that it has forgotten the session. */
function isForgetting(error: unknown): error is SdkHttpError {
  return error instanceof SdkHttpError && (error.status === 400 || error.status === 404);
}
