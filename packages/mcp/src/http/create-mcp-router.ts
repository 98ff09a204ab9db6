import type { IncomingMessage } from 'node:http';
import { hostHeaderValidation, originValidation } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import { Router } from 'express';
import type { Bridge } from '../create-bridge.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { serveRequest } from './serve-request.ts';

/** Options of {@link createMcpRouter}. */
export interface McpRouterOptions {
  /**
   * Names by which the server may be called, without ports. Default: those of this machine, so that
   * no page of a foreign site reaches it by a name of its own.
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
  /** Most sessions of hosts up to 2025-11-25. Default 1,000. */
  readonly maxSessions?: number;
  /** How long such a session may be idle, in milliseconds. Default one hour. */
  readonly sessionIdleMs?: number;
  /** Largest request, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
}

/** The routes of a bridge. */
export interface McpRouter {
  /** To be mounted, such as at `/mcp`. */
  readonly router: Router;
  /** Ends sessions and streams. */
  readonly close: () => Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Serves a bridge over streamable HTTP: hosts of 2026-07-28 without sessions, older ones with. Host
 * and Origin are checked first, as the SDK does not.
 */
export function createMcpRouter(
  bridge: Bridge,
  {
    allowedHosts = localhostAllowedHostnames(),
    allowedOrigins = localhostAllowedHostnames(),
    authenticate,
    maxSessions = 1000,
    sessionIdleMs = HOUR_MS,
    maxBodyBytes = 4_194_304,
  }: McpRouterOptions = {},
): McpRouter {
  const limits = { maxRequestBodySize: maxBodyBytes };
  const modern = createMcpHandler(bridge.factory, { legacy: 'reject', ...limits });
  const legacy = createLegacySessions(bridge.factory, { maxSessions, idleMs: sessionIdleMs });
  const stop = bridge.onChange(() => {
    modern.notify.toolsChanged();
    modern.notify.promptsChanged();
    modern.notify.resourcesChanged();
    legacy.toolsChanged();
  });

  const isHostAllowed = hostHeaderValidation([...allowedHosts]);
  const isOriginAllowed = originValidation([...allowedOrigins]);

  const router = Router();
  router.all('/', (request, response) => {
    const serve = async (): Promise<void> => {
      // They answer what they refuse.
      if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
      const principal = await authenticate?.(request);
      if (authenticate !== undefined && principal === undefined) {
        response
          .status(401)
          .set('WWW-Authenticate', 'Bearer')
          .json({
            jsonrpc: '2.0',
            error: { code: -32001, message: 'Who calls must be known: sign in first' },
            id: null,
          });
        return;
      }
      const known = principal === undefined ? {} : { authInfo: toAuthInfo(principal) };
      await serveRequest(request, response, {
        maxBodyBytes,
        async answer(asked, parsedBody) {
          const options = parsedBody === undefined ? known : { ...known, parsedBody };
          return (await isLegacyRequest(asked, parsedBody, limits))
            ? legacy.fetch(asked, options)
            : modern.fetch(asked, options);
        },
      });
    };
    // Express 5 takes what is thrown for what `next` is told.
    return serve();
  });
  return {
    router,
    async close() {
      stop();
      await Promise.allSettled([modern.close(), legacy.close()]);
    },
  };
}

/** The token stays at the door: nothing behind it could pass it on. */
function toAuthInfo(principal: string): AuthInfo {
  return { token: '', clientId: principal, scopes: [] };
}
