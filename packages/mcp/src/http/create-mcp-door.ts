import type { IncomingMessage } from 'node:http';
import { createRequestGuard, describeRefusal, describeSender } from '@formwork/network';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
} from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { type McpCaller, runFor, toAuthInfo, UnknownCallerError } from '../mcp-caller.ts';
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
  readonly identify: (request: IncomingMessage) => Promise<McpCaller>;
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
    identify,
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
      let caller: McpCaller;
      try {
        caller = await identify(request);
      } catch (error) {
        // The identification of a server reports by itself.
        if (error instanceof UnknownCallerError) {
          bridge.audit.tell({ kind: 'credentials-refused', ...describeSender(request) });
        }
        refuse(response, error);
        return;
      }
      const authInfo = toAuthInfo(caller);
      const known = authInfo === undefined ? {} : { authInfo };
      await runFor(caller, () =>
        serveRequest(request, response, {
          maxBodyBytes,
          async answer(asked, parsedBody) {
            const options = parsedBody === undefined ? known : { ...known, parsedBody };
            return (await isLegacyRequest(asked, parsedBody, limits))
              ? legacy.fetch(asked, options)
              : modern.fetch(asked, options);
          },
        }),
      );
    },
    async close() {
      stop();
      await Promise.allSettled([modern.close(), legacy.close()]);
    },
  };
}

/** The code of JSON-RPC errors for callers who are not let in. */
const NOT_LET_IN = -32_001;

/**
 * Answers a request whose caller was not let in, before its body is read: 401 for an error with a
 * challenge, 429 or 503 for one that says when to come again. Other errors are thrown.
 */
function refuse(response: Response, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  const { challenge, retryAfterMs, reason } = error as RefusalError;
  const status = findStatus(error);
  if (status === undefined) throw error;
  if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
  if (retryAfterMs !== undefined) response.set('Retry-After', `${Math.ceil(retryAfterMs / 1_000)}`);
  const data = reason === undefined ? {} : { data: { reason } };
  const failure = { code: NOT_LET_IN, message: error.message, ...data };
  response.status(status).json({ jsonrpc: '2.0', error: failure, id: null });
}

/** The fields of an error by which identification refuses a caller. */
interface RefusalError extends Error {
  /** The value of `WWW-Authenticate`. */
  readonly challenge?: string;
  /** The time after which the same request may succeed, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The reason as the agent's other doors name it, such as `RATE_LIMITED`. */
  readonly reason?: string;
}

/** Returns the HTTP status of a refusal; `undefined` for any other error. */
function findStatus({ challenge, retryAfterMs, reason }: RefusalError): number | undefined {
  if (challenge !== undefined) return 401;
  if (reason === 'UNAVAILABLE') return 503;
  return retryAfterMs === undefined ? undefined : 429;
}
