import { declareRoutes, type FetchContext, type RequestHead } from '@formwork/network';
import { openTelemetry, type Telemetry } from '@formwork/telemetry';
import type { RequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Bridge } from '../create-bridge.ts';
import { LazyValue } from '../lazy-value.ts';
import { checkPrincipalId, type McpCaller, UnknownCallerError } from '../mcp-caller.ts';
import type { createMcpDoor, McpDoor } from './create-mcp-door.ts';
import type { McpExchange } from './mcp-exchange.ts';
import { ReplyExchange } from './reply-exchange.ts';
import { WebExchange } from './web-exchange.ts';

/** Options of {@link createMcpRouter}. */
export interface McpRouterOptions {
  /**
   * Further host names, without ports, under which the server may be called. Names of this machine
   * and plain addresses are always allowed, and all others refused, so that no page of a foreign
   * site reaches the server by a name of its own.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * The host names of the sites whose pages may call the server. Default: those of this machine.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Identifies the caller of a request: returns the id of a principal, or `undefined` to refuse
   * with 401. Tasks and sessions belong to the principal alone. Default: all callers are the same.
   */
  readonly authenticate?: (
    request: RequestHead,
  ) => string | undefined | Promise<string | undefined>;
  /**
   * Identifies the caller of a request before its body is read, in place of {@link authenticate}:
   * the `identify` of `createServer` or `createAgentRouter`. The router then has the credentials,
   * the scopes, the limits and the audit of the agent's other endpoints. An error that it throws is
   * the answer: 401 with its `challenge`, or 429 and 503 with its `retryAfterMs`.
   */
  readonly identify?: (request: RequestHead) => Promise<McpCaller>;
  /**
   * True allows anybody who reaches the router to call agents with the bridge's own credentials.
   * Default false: a bridge with credentials then needs {@link authenticate}, and agents with
   * credentials that are listed later are left out.
   */
  readonly allowAnonymous?: boolean;
  /** The highest number of sessions, which hosts up to 2025-11-25 need. Default 1,000. */
  readonly maxSessions?: number;
  /**
   * The time after which an idle session is forgotten, in milliseconds. Default: one hour. If its
   * host comes again, it goes on, for as long as handles are valid.
   */
  readonly sessionIdleMs?: number;
  /** The size of the largest request body, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
}

/** The HTTP routes of a bridge. */
export interface McpRouter {
  /**
   * The router for Express, to be mounted with `use`, such as at `/mcp`. It passes on requests for
   * other paths.
   */
  readonly router: RequestHandler;
  /**
   * Answers a `Request` for the endpoint, for programs other than express, whatever its path; never
   * rejects. Its stream ends when the signal of the request aborts, or the body of the response is
   * cancelled.
   */
  readonly fetch: (request: Request, context?: FetchContext | object) => Promise<Response>;
  /** Answers a request of `node:http` for the endpoint, whatever its path; never rejects. */
  readonly nodeListener: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Ends all sessions and streams. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the routes that serve a bridge over streamable HTTP: without sessions for hosts of
 * 2026-07-28, with sessions for older ones. The headers `Host` and `Origin` are checked first,
 * which the SDK does not do.
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
export function createMcpRouter(bridge: Bridge, options: McpRouterOptions = {}): McpRouter {
  const { answer, answerSafely, close } = createMcpEndpoint(bridge, options);
  return {
    async router(request, response, next) {
      // Express 5 passes thrown errors to `next`.
      if (request.path === '/') await answer(new ReplyExchange(request, response));
      else next();
    },
    fetch(request, context) {
      const exchange = new WebExchange(request, context);
      if (!exchange.signal.aborted) void answerSafely(exchange);
      return exchange.response;
    },
    nodeListener: (request, response) => answerSafely(new ReplyExchange(request, response)),
    close,
  };
}

/** The HTTP endpoint of a bridge, whatever program serves HTTP. */
export interface McpEndpoint {
  /** Answers a request. Rejects if the code of the endpoint, or what identifies callers, fails. */
  readonly answer: (exchange: McpExchange) => Promise<void>;
  /** Answers a request, also after such a failure. */
  readonly answerSafely: (exchange: McpExchange) => Promise<void>;
  /** Ends all sessions and streams. */
  readonly close: () => Promise<void>;
}

const HOUR_MS = 60 * 60 * 1000;

/** The answer to a request that failed, without any detail. */
const FAILURE = {
  jsonrpc: '2.0',
  error: { code: -32_603, message: 'Internal server error' },
  id: null,
};

/**
 * Makes the endpoint of a bridge. Its code is loaded with the first request.
 *
 * @throws RangeError or TypeError for options that cannot be used, also when everybody could use
 * the credentials of the bridge
 */
export function createMcpEndpoint(
  bridge: Bridge,
  {
    allowedHosts,
    allowedOrigins,
    authenticate,
    identify,
    allowAnonymous = false,
    maxSessions = 1000,
    sessionIdleMs = HOUR_MS,
    maxBodyBytes = 4_194_304,
  }: McpRouterOptions = {},
): McpEndpoint {
  if (!Number.isFinite(maxBodyBytes) || maxBodyBytes <= 0) {
    throw new RangeError(
      `Cannot create the router because maxBodyBytes must be a number above 0: current value is ${maxBodyBytes}`,
    );
  }
  if (authenticate !== undefined && identify !== undefined) {
    throw new TypeError(
      'Cannot create the router because callers are identified in one way: authenticate or identify must be left out',
    );
  }
  const knowsCallers = authenticate !== undefined || identify !== undefined;
  if (bridge.hasCredentials && !knowsCallers && !allowAnonymous) {
    throw new TypeError(
      'Cannot create the router because its bridge calls agents with credentials: authenticate must be a function, or allowAnonymous true',
    );
  }
  if (!knowsCallers && !allowAnonymous) bridge.agents.leaveOutCredentials();
  const rules = {
    // Copies the lists, so that a later change of them has no effect.
    allowedHosts: allowedHosts && [...allowedHosts],
    allowedOrigins: allowedOrigins && [...allowedOrigins],
    identify: identify ?? createIdentify(authenticate),
    maxSessions,
    sessionIdleMs,
  };
  const telemetry = openTelemetry();
  // The place where most programs mount it.
  declareRoutes(['/mcp']);
  // Loaded again after a failure, which may pass, such as once there are file handles again.
  const opening = new LazyValue<McpDoor>(async () => {
    const createDoor = await loadDoor();
    return createDoor(bridge, { ...rules, maxBodyBytes });
  });
  const closing = new AbortController();

  async function answer(exchange: McpExchange): Promise<void> {
    // The answer of a tool may be for its caller alone.
    exchange.reply.setHeader('Cache-Control', 'private, no-store, no-transform');
    const counted = telemetry && new CountedRequest(telemetry, exchange);
    if (closing.signal.aborted && opening.peek() === undefined) {
      const headers = { connection: 'close', 'retry-after': '5' };
      await exchange.send(new Response(null, { status: 503, headers }));
      return;
    }
    const door = await opening.get();
    const reason = await door.serve(exchange);
    if (reason !== undefined) counted?.refuse(reason);
  }

  async function answerSafely(exchange: McpExchange): Promise<void> {
    try {
      await answer(exchange);
    } catch (error) {
      bridge.logger.warn('Cannot answer a request', { error: String(error) });
      await exchange.send(Response.json(FAILURE, { status: 500 }));
    }
  }

  return {
    answer,
    answerSafely,
    async close() {
      closing.abort();
      // An endpoint whose code could not be loaded has nothing to close.
      const door = await opening.peek()?.catch(() => undefined);
      await door?.close();
    },
  };
}

/**
 * Loads the code that answers requests, with the SDK and what the first refusal of a call needs. All
 * at once would stop the process for more than 100 ms, in which no other door answers, so it comes
 * in two pieces: the SDK's schema library, and the SDK.
 */
async function loadDoor(): Promise<typeof createMcpDoor> {
  await import('zod/v4');
  await setImmediate();
  const [door] = await Promise.all([
    import('./create-mcp-door.ts'),
    import('../server/create-mcp-server.ts'),
  ]);
  return door.createMcpDoor;
}

/**
 * An HTTP request as metrics count it, once its answer has ended, under the same names as the
 * server of an agent does.
 */
class CountedRequest {
  readonly #telemetry: Telemetry;
  readonly #exchange: McpExchange;
  readonly #startedAt = performance.now();
  #refusal: string | undefined;

  constructor(telemetry: Telemetry, exchange: McpExchange) {
    this.#telemetry = telemetry;
    this.#exchange = exchange;
    exchange.onEnd(() => this.#count());
  }

  /** Notes why the request was refused. */
  refuse(reason: string): void {
    this.#refusal = reason;
  }

  #count(): void {
    const refusal = this.#refusal;
    const isUnheard = refusal === 'HOST' || refusal === 'ORIGIN';
    const outcome = isUnheard ? 'refused' : (refusal ?? toOutcome(this.#exchange.outcome));
    const seconds = (performance.now() - this.#startedAt) / 1000;
    this.#telemetry.record('requests', seconds, { door: 'mcp', method: 'unknown', outcome });
    const reason = refusal ?? (outcome === 'refused' ? outcome : undefined);
    if (reason !== undefined) this.#telemetry.add('refusals', 1, { reason, schema: '' });
  }
}

/** Returns the outcome of an HTTP request for metrics, such as `refused`, from its HTTP status. */
function toOutcome({ isWhole, status }: McpExchange['outcome']): string {
  if (!isWhole) return 'aborted';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** Makes the identification of callers from a function that returns the ids of principals. */
function createIdentify(
  authenticate: McpRouterOptions['authenticate'],
): (request: RequestHead) => Promise<McpCaller> {
  return async (request) => {
    const id = checkPrincipalId(await authenticate?.(request));
    if (id === undefined && authenticate !== undefined) throw new UnknownCallerError();
    return { id, scopes: [] };
  };
}
