import type { IncomingMessage } from 'node:http';
import { createRequestGuard, describeRefusal, describeSender } from '@formwork/network';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  type AuthInfo,
} from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { Bridge } from '../create-bridge.ts';
import { createLegacySessions } from './legacy-sessions.ts';
import { serveRequest } from './serve-request.ts';

/** The HTTP door of a bridge: the handlers behind its routes. */
export interface McpDoor {
  /** Answers an HTTP request; rejects if that fails. */
  readonly serve: (request: Request, response: Response) => Promise<void>;
  /** Ends all sessions and streams. */
  readonly close: () => Promise<void>;
}

/** Options of {@link createMcpDoor}: those of the router with their defaults filled in. */
export interface McpDoorOptions {
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[] | undefined;
  readonly authenticate:
    | ((request: IncomingMessage) => string | undefined | Promise<string | undefined>)
    | undefined;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly maxBodyBytes: number;
}

/** The SDK's error code for requests that are refused before any handler sees them. */
const INVALID_REQUEST = -32_000;

/** Makes the HTTP door of a bridge, which loads the SDK's code for it. */
export function createMcpDoor(
  bridge: Bridge,
  {
    allowedHosts,
    allowedOrigins = localhostAllowedHostnames(),
    authenticate,
    maxSessions,
    sessionIdleMs,
    maxBodyBytes,
  }: McpDoorOptions,
): McpDoor {
  const limits = { maxRequestBodySize: maxBodyBytes };
  const modern = createMcpHandler(bridge.factory, { legacy: 'reject', ...limits });
  const legacy = createLegacySessions(bridge.factory, { maxSessions, idleMs: sessionIdleMs });
  const stop = bridge.onChange(() => {
    modern.notify.toolsChanged();
    modern.notify.promptsChanged();
    modern.notify.resourcesChanged();
    legacy.toolsChanged();
  });

  const guard = createRequestGuard({ allowedHosts, allowedOrigins, namesKnown: 'everywhere' });

  return {
    async serve(request, response) {
      const refusal = guard.check(request);
      if (refusal !== undefined) {
        bridge.audit.tell(describeRefusal(request, refusal));
        const { status, message } = refusal;
        const error = { code: INVALID_REQUEST, message };
        response.status(status).json({ jsonrpc: '2.0', error, id: null });
        return;
      }
      const principal = await authenticate?.(request);
      if (authenticate !== undefined && principal === undefined) {
        bridge.audit.tell({ kind: 'credentials-refused', ...describeSender(request) });
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
    },
    async close() {
      stop();
      await Promise.allSettled([modern.close(), legacy.close()]);
    },
  };
}

/**
 * Makes the authentication info for the SDK. It does not contain the caller's token, so that
 * nothing behind the door can pass the token on.
 */
function toAuthInfo(principal: string): AuthInfo {
  return { token: '', clientId: principal, scopes: [] };
}
