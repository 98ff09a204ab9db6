import {
  admitPage,
  createRequestGuard,
  describeRefusal,
  describeSender,
  findSenderNetwork,
  type RequestGuard,
  type RequestHead,
  type RequestRefusal,
} from '@formwork/network';
import { isRecord, toRecord } from '@formwork/schema/json';
import {
  type AuthInfo,
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
import { refuseCaller, serveRequest, toFailure, toRefusal } from './serve-request.ts';

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

/** Options of {@link createMcpDoor}; see `McpRouterOptions`. */
interface McpDoorOptions {
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[] | undefined;
  readonly identify: (request: RequestHead) => Promise<McpCaller>;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly maxBodyBytes: number;
}

/** Makes the HTTP endpoint of a bridge, in a module that loads the SDK's code for it. */
export function createMcpDoor(bridge: Bridge, options: McpDoorOptions): McpDoor {
  return new BridgeDoor(bridge, options);
}

/** A request whose caller was let in. */
interface AdmittedRequest {
  readonly exchange: McpExchange;
  readonly request: Request;
  /** The body of the request if it is JSON, which the request then has no more. */
  readonly parsedBody: unknown;
  readonly authInfo: AuthInfo | undefined;
}

/** The endpoint of one bridge: who may call, and which of both revisions answers. */
class BridgeDoor implements McpDoor {
  readonly #bridge: Bridge;
  readonly #identify: McpDoorOptions['identify'];
  readonly #maxBodyBytes: number;
  readonly #guard: RequestGuard;
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #legacy: LegacySessions;
  readonly #endWatch: () => void;
  /** The answers of tool calls that are not complete yet. */
  readonly #calls = new Set<McpExchange>();
  /** What is under way may go on while calls get their answers; then nothing is served. */
  #state: 'open' | 'closing' | 'closed' = 'open';

  constructor(bridge: Bridge, options: McpDoorOptions) {
    const { allowedHosts, allowedOrigins = localhostAllowedHostnames(), maxBodyBytes } = options;
    this.#bridge = bridge;
    this.#identify = options.identify;
    this.#maxBodyBytes = maxBodyBytes;
    this.#guard = createRequestGuard({ allowedHosts, allowedOrigins, namesKnown: 'everywhere' });
    this.#modern = createMcpHandler(bridge.factory, {
      legacy: 'reject',
      maxRequestBodySize: maxBodyBytes,
    });
    this.#legacy = new LegacySessions(bridge.factory, {
      maxSessions: options.maxSessions,
      idleMs: options.sessionIdleMs,
      ids: bridge.sessionIds,
    });
    this.#endWatch = bridge.onChange(() => this.#tellChange());
  }

  async serve(exchange: McpExchange): Promise<string | undefined> {
    const { head, reply } = exchange;
    const refusal = this.#guard.check(head);
    if (refusal !== undefined) return this.#refuseSender(exchange, refusal);
    if (this.#guard.isFromListedPage(head) && admitPage(head, reply, { isAnswered: true })) {
      return undefined;
    }
    let caller: McpCaller;
    try {
      caller = checkCaller(await this.#identify(head));
    } catch (error) {
      this.#report(error, head);
      return refuseCaller(exchange, error);
    }
    const authInfo = toAuthInfo(caller);
    await runFor(caller, () =>
      serveRequest(exchange, {
        maxBodyBytes: this.#maxBodyBytes,
        answer: (request, parsedBody) => this.#answer({ exchange, request, parsedBody, authInfo }),
      }),
    );
    return undefined;
  }

  async close(): Promise<void> {
    this.#state = 'closing';
    this.#endWatch();
    this.#bridge.endWaits();
    const answers = [...this.#calls].map(
      (exchange) => new Promise<void>((resolve) => exchange.onEnd(resolve)),
    );
    await Promise.race([
      Promise.allSettled(answers),
      setTimeout(ANSWER_MS, undefined, { ref: false }),
    ]);
    this.#state = 'closed';
    await Promise.allSettled([this.#modern.close(), this.#legacy.close()]);
  }

  /** Answers a request: as a lost call, or by the server of its revision, in a stream with ids. */
  async #answer(admitted: AdmittedRequest): Promise<Response> {
    const { exchange, request, parsedBody, authInfo } = admitted;
    if (this.#isTooLate(parsedBody)) return toFailure(503, CLOSED);
    const refusal = await this.#countBatch(exchange.head, parsedBody);
    if (refusal !== undefined) return refusal;
    if (hasMethod(parsedBody, 'tools/call')) this.#keepOpen(exchange);
    const principal = readPrincipal(authInfo);
    const lost = answerLostCall(request, { principal, handles: this.#bridge.handles });
    if (lost !== undefined) return lost;
    const revision = request.headers.get('mcp-protocol-version') ?? '';
    const stream = CallStream.of(parsedBody, { revision });
    if (stream === undefined) return this.#passOn(admitted);
    return stream.answer(taskListeners.run(stream, () => this.#passOn(admitted)));
  }

  /**
   * Identifies the caller once more for each further request of a batch, because limits count what
   * is identified: a batch of calls would be one request. Returns the answer if one is above them.
   */
  async #countBatch(head: RequestHead, body: unknown): Promise<Response | undefined> {
    if (!Array.isArray(body)) return undefined;
    const { length } = body.filter((message) => isRecord(message) && 'method' in message);
    try {
      for (let count = 1; count < length; count += 1) await this.#identify(head);
    } catch (error) {
      this.#report(error, head);
      return toRefusal(error).answer;
    }
    return undefined;
  }

  /** Passes a request to the session that it belongs to, or to a server for it alone. */
  async #passOn({ exchange, request, parsedBody, authInfo }: AdmittedRequest): Promise<Response> {
    const options = {
      ...(authInfo !== undefined && { authInfo }),
      ...(parsedBody !== undefined && { parsedBody }),
    };
    const limits = { maxRequestBodySize: this.#maxBodyBytes };
    const isOfSession =
      !isModern(parsedBody) && (await isLegacyRequest(request, parsedBody, limits));
    if (!isOfSession) return this.#modern.fetch(request, options);
    const { remoteAddress } = exchange.head.socket;
    const sender = remoteAddress && findSenderNetwork(remoteAddress);
    return this.#legacy.fetch(request, { ...options, sender });
  }

  /** True for what would be cut off when the endpoint has closed, such as a call that begins now. */
  #isTooLate(body: unknown): boolean {
    if (this.#state === 'closing')
      return hasMethod(body, 'tools/call') || hasMethod(body, 'initialize');
    return this.#state === 'closed';
  }

  /** Lets the endpoint wait for the answer of a call before it closes. */
  #keepOpen(exchange: McpExchange): void {
    this.#calls.add(exchange);
    exchange.onEnd(() => this.#calls.delete(exchange));
  }

  #tellChange(): void {
    this.#modern.notify.toolsChanged();
    this.#modern.notify.promptsChanged();
    this.#modern.notify.resourcesChanged();
    this.#legacy.toolsChanged();
  }

  /** Refuses a request by its `Host` or `Origin`, and returns the reason. */
  async #refuseSender(exchange: McpExchange, refusal: RequestRefusal): Promise<string> {
    this.#bridge.audit.tell(describeRefusal(exchange.head, refusal));
    const { status, message, reason } = refusal;
    await exchange.send(toFailure(status, { code: INVALID_REQUEST, message }));
    return reason;
  }

  /** Reports a caller who was not identified; the identification of a server reports by itself. */
  #report(error: unknown, head: RequestHead): void {
    if (error instanceof UnknownCallerError) {
      this.#bridge.audit.tell({ kind: 'credentials-refused', ...describeSender(head) });
    }
    if (error instanceof McpMisconfiguredError) this.#bridge.logger.warn(error.message);
  }
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

/** True for a message of a method, also one in a batch, which hosts of 2025-03-26 send. */
function hasMethod(body: unknown, method: string): boolean {
  return [body].flat().some((message) => toRecord(message)['method'] === method);
}
