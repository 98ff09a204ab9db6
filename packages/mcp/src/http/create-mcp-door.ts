import {
  admitPage,
  createRequestGuard,
  describeRefusal,
  describeSender,
  findSenderNetwork,
  type RequestHead,
} from '@formwork/network';
import { isRecord, toRecord } from '@formwork/schema/json';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { setTimeout } from 'node:timers/promises';
import { taskListeners } from '../calls/task-listener.ts';
import type { Bridge } from '../create-bridge.ts';
import {
  checkCaller,
  type McpCaller,
  McpMisconfiguredError,
  readPrincipal,
  runFor,
  toAuthInfo,
  UnknownCallerError,
} from '../mcp-caller.ts';
import { CallStream } from './call-stream.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { answerLostCall } from './lost-calls.ts';
import type { McpExchange } from './mcp-exchange.ts';
import { serveRequest, toFailure } from './serve-request.ts';

/** The HTTP endpoint of a bridge: the functions behind the routes of its router. */
export interface McpDoor {
  /**
   * Answers an HTTP request, and resolves to the reason if it was refused before its body was read;
   * rejects if that fails.
   */
  readonly serve: (exchange: McpExchange) => Promise<string | undefined>;
  /** Ends all sessions and streams. */
  readonly close: () => Promise<void>;
}

/** The time that tool calls have to answer when the endpoint closes, in milliseconds. */
const ANSWER_MS = 2000;

/** The SDK's error code for requests that are refused before any handler sees them. */
const INVALID_REQUEST = -32_000;

/** The error for requests that come to an endpoint that is closed. */
const CLOSED = {
  code: INVALID_REQUEST,
  message: 'Cannot serve the request because the endpoint is closed.',
};

/** Makes the HTTP endpoint of a bridge, in a module that loads the SDK's code for it. */
export function createMcpDoor(
  bridge: Bridge,
  {
    allowedHosts,
    allowedOrigins = localhostAllowedHostnames(),
    identify,
    maxSessions,
    sessionIdleMs,
    maxBodyBytes,
  }: {
    readonly allowedHosts: readonly string[] | undefined;
    readonly allowedOrigins: readonly string[] | undefined;
    readonly identify: (request: RequestHead) => Promise<McpCaller>;
    readonly maxSessions: number;
    readonly sessionIdleMs: number;
    readonly maxBodyBytes: number;
  },
): McpDoor {
  const limits = { maxRequestBodySize: maxBodyBytes };
  const modern = createMcpHandler(bridge.factory, { legacy: 'reject', ...limits });
  const legacy = new LegacySessions(bridge.factory, {
    maxSessions,
    idleMs: sessionIdleMs,
    ids: bridge.sessionIds,
  });
  const stop = bridge.onChange(() => {
    modern.notify.toolsChanged();
    modern.notify.promptsChanged();
    modern.notify.resourcesChanged();
    legacy.toolsChanged();
  });

  /** The answers of tool calls that are not complete yet. */
  const calls = new Set<McpExchange>();
  const closed = new AbortController();
  const guard = createRequestGuard({ allowedHosts, allowedOrigins, namesKnown: 'everywhere' });
  const { handles } = bridge;

  return {
    async serve(exchange) {
      const { head: request, reply } = exchange;
      const refusal = guard.check(request);
      if (refusal !== undefined) {
        bridge.audit.tell(describeRefusal(request, refusal));
        const { status, message, reason } = refusal;
        const error = { code: INVALID_REQUEST, message };
        await exchange.send(Response.json({ jsonrpc: '2.0', error, id: null }, { status }));
        return reason;
      }
      if (guard.isFromListedPage(request) && admitPage(request, reply, { isAnswered: true })) {
        return undefined;
      }
      let caller: McpCaller;
      try {
        caller = checkCaller(await identify(request));
      } catch (error) {
        // The identification of a server reports by itself.
        if (error instanceof UnknownCallerError) {
          bridge.audit.tell({ kind: 'credentials-refused', ...describeSender(request) });
        }
        if (error instanceof McpMisconfiguredError) bridge.logger.warn(error.message);
        return refuse(exchange, error);
      }
      const authInfo = toAuthInfo(caller);
      const { remoteAddress } = request.socket;
      const sender = remoteAddress && findSenderNetwork(remoteAddress);
      const authOptions = authInfo === undefined ? {} : { authInfo };
      await runFor(caller, () =>
        serveRequest(exchange, {
          maxBodyBytes,
          async answer(webRequest, parsedBody) {
            // Nothing would end a session that begins now.
            if (closed.signal.aborted) return toFailure(503, CLOSED);
            if (hasToolCall(parsedBody)) {
              calls.add(exchange);
              exchange.onEnd(() => calls.delete(exchange));
            }
            const principal = readPrincipal(authInfo);
            const lost = answerLostCall(webRequest, { principal, handles });
            if (lost !== undefined) return lost;
            const options = parsedBody === undefined ? authOptions : { ...authOptions, parsedBody };
            const isOfSession =
              !isModern(parsedBody) && (await isLegacyRequest(webRequest, parsedBody, limits));
            const fetchAnswer = () =>
              isOfSession
                ? legacy.fetch(webRequest, { ...options, sender })
                : modern.fetch(webRequest, options);
            const revision = webRequest.headers.get('mcp-protocol-version') ?? '';
            const stream = CallStream.of(parsedBody, { revision });
            return stream === undefined
              ? fetchAnswer()
              : stream.answer(taskListeners.run(stream, fetchAnswer));
          },
        }),
      );
      return undefined;
    },
    async close() {
      stop();
      bridge.endWaits();
      const answers = [...calls].map(
        (exchange) => new Promise<void>((resolve) => exchange.onEnd(resolve)),
      );
      await Promise.race([
        Promise.allSettled(answers),
        setTimeout(ANSWER_MS, undefined, { ref: false }),
      ]);
      closed.abort();
      await Promise.allSettled([modern.close(), legacy.close()]);
    },
  };
}

/**
 * True for a call that names its revision in `_meta`, as revisions since 2026-07-28 demand. The
 * SDK's own predicate would find the same, but reads the whole message by several schemas first,
 * and the SDK does so again when it answers the call.
 */
function isModern(message: unknown): boolean {
  if (!isRecord(message) || message['method'] === undefined) return false;
  // Older revisions begin with a call of this name; the SDK tells which one it is.
  if (message['method'] === 'initialize' || 'result' in message || 'error' in message) return false;
  const { params } = message;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

/** True for a call of a tool, also one in a batch, which hosts of 2025-03-26 send. */
function hasToolCall(body: unknown): boolean {
  return [body].flat().some((message) => toRecord(message)['method'] === 'tools/call');
}

/**
 * The code of the JSON-RPC error for callers whose credentials are refused, or who are over a
 * limit.
 */
const NOT_LET_IN = -32_001;

/** The code of JSON-RPC for errors that are not the caller's fault. */
const INTERNAL_ERROR = -32_603;

const MISCONFIGURED = 'Cannot serve the request because the agent is misconfigured.';

/** The time after which an agent that closes is there again, or another one, in milliseconds. */
const UNAVAILABLE_MS = 5_000;

/**
 * Answers a request whose caller was refused before the body was read: 401 for an error with a
 * challenge, 429 or 503 for one that says when to come again, 500 if the operator is at fault.
 * Other errors are thrown. Returns the reason; `undefined` for a fault of the operator.
 */
async function refuse(exchange: McpExchange, error: unknown): Promise<string | undefined> {
  if (!(error instanceof Error)) throw error;
  const { challenge, retryAfterMs, reason, code } = error as RefusalError;
  if (error instanceof McpMisconfiguredError || code === 'MISCONFIGURED') {
    const failure = { code: INTERNAL_ERROR, message: MISCONFIGURED };
    await exchange.send(
      Response.json({ jsonrpc: '2.0', error: failure, id: null }, { status: 500 }),
    );
    return undefined;
  }
  const status = findStatus(error);
  if (status === undefined) throw error;
  const headers = new Headers();
  if (challenge !== undefined) headers.set('WWW-Authenticate', challenge);
  const waitMs = retryAfterMs ?? (status === 503 ? UNAVAILABLE_MS : undefined);
  if (waitMs !== undefined) headers.set('Retry-After', `${Math.ceil(waitMs / 1_000)}`);
  const data = reason === undefined ? {} : { data: { reason } };
  const failure = { code: NOT_LET_IN, message: error.message, ...data };
  const body = { jsonrpc: '2.0', error: failure, id: null };
  await exchange.send(Response.json(body, { status, headers }));
  return reason ?? 'UNAUTHENTICATED';
}

/** The fields of an error by which identification refuses a caller. */
interface RefusalError extends Error {
  /** The value of `WWW-Authenticate`. */
  readonly challenge?: string;
  /** The time after which the same request may succeed, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The reason in the words of the agent's other endpoints, such as `RATE_LIMITED`. */
  readonly reason?: string;
  /** `MISCONFIGURED` if the operator's `authenticate` is at fault, which the server has logged. */
  readonly code?: string;
}

/** Returns the HTTP status of a refusal; `undefined` for any other error. */
function findStatus({ challenge, retryAfterMs, reason }: RefusalError): number | undefined {
  if (challenge !== undefined) return 401;
  if (reason === 'UNAVAILABLE') return 503;
  return retryAfterMs === undefined ? undefined : 429;
}
