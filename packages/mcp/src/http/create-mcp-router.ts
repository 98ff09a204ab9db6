import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Bridge } from '../create-bridge.ts';
import type { McpDoor } from './create-mcp-door.ts';

/** Options of {@link createMcpRouter}. */
export interface McpRouterOptions {
  /**
   * Further names by which the server may be called, without ports. Those of this machine and
   * addresses are always allowed, and no others, so that no page of a foreign site reaches it by a
   * name of its own.
   */
  readonly allowedHosts?: readonly string[];
  /** Names of the sites whose pages may call it. Default: those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Tells who calls, by the request: the id of a principal, or `undefined` to refuse with 401. Tasks
   * and sessions are for nobody else. Default: callers are not told apart.
   */
  readonly authenticate?: (
    request: IncomingMessage,
  ) => string | undefined | Promise<string | undefined>;
  /**
   * True lets anybody who reaches the router call agents with the bridge's own credentials. Default
   * false: a bridge that has some needs {@link authenticate}, and agents that are listed with some
   * later are left out.
   */
  readonly allowAnonymous?: boolean;
  /** Most sessions of hosts up to 2025-11-25. Default 1,000. */
  readonly maxSessions?: number;
  /** How long such a session may be idle, in milliseconds. Default one hour. */
  readonly sessionIdleMs?: number;
  /** Largest request, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
}

/** The routes of a bridge. */
export interface McpRouter {
  /** To be mounted with `use` of Express, such as at `/mcp`. Passes on what is not for that path. */
  readonly router: RequestHandler;
  /** Ends sessions and streams. */
  readonly close: () => Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Serves a bridge over streamable HTTP: hosts of 2026-07-28 without sessions, older ones with. Host
 * and Origin are checked first, as the SDK does not.
 *
 * @throws RangeError or TypeError for options that cannot be used, also when everybody could use
 * the credentials of the bridge
 *
 * @example
 * ```ts
 * import { createBridge, createMcpRouter } from '@formwork/mcp';
 * import express from 'express';
 *
 * const bridge = createBridge({ agents: [{ alias: 'shop', url: 'https://shop.example.com' }] });
 * express().use('/mcp', createMcpRouter(bridge).router).listen(4180, '127.0.0.1');
 * ```
 */
export function createMcpRouter(
  bridge: Bridge,
  {
    allowedHosts,
    allowedOrigins,
    authenticate,
    allowAnonymous = false,
    maxSessions = 1000,
    sessionIdleMs = HOUR_MS,
    maxBodyBytes = 4_194_304,
  }: McpRouterOptions = {},
): McpRouter {
  if (!Number.isFinite(maxBodyBytes) || maxBodyBytes <= 0) {
    throw new RangeError(
      `Cannot create the router as maxBodyBytes must be a number above 0: current value is ${maxBodyBytes}`,
    );
  }
  if (bridge.hasCredentials && authenticate === undefined && !allowAnonymous) {
    throw new TypeError(
      'Cannot create the router because its bridge calls agents with credentials: authenticate must be a function, or allowAnonymous true',
    );
  }
  if (authenticate === undefined && !allowAnonymous) bridge.agents.leaveOutCredentials();
  const rules = {
    // Lists are judged now, and not with the first request.
    allowedHosts: allowedHosts && [...allowedHosts],
    allowedOrigins: allowedOrigins && [...allowedOrigins],
    authenticate,
    maxSessions,
    sessionIdleMs,
  };
  let opening: Promise<McpDoor> | undefined;
  let isClosed = false;
  // The SDK takes a while to load, and a door that nobody comes to does without.
  const open = async (): Promise<McpDoor> => {
    const { createMcpDoor } = await import('./create-mcp-door.ts');
    return createMcpDoor(bridge, { ...rules, maxBodyBytes });
  };
  /** A module that could not be loaded once, such as for want of file handles, may load the next time. */
  const openAgain = (error: unknown): never => {
    opening = undefined;
    throw error;
  };

  return {
    async router(request, response, next) {
      if (request.path !== '/') {
        next();
        return;
      }
      if (isClosed && opening === undefined) {
        response.status(503).set('connection', 'close').end();
        return;
      }
      opening ??= open().catch(openAgain);
      // Express 5 takes what is thrown for what `next` is told.
      const door = await opening;
      await door.serve(request, response);
    },
    async close() {
      isClosed = true;
      // A door that could not be opened has nothing to close.
      const door = await opening?.catch(() => undefined);
      await door?.close();
    },
  };
}
