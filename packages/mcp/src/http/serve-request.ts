import type { RequestHead } from '@formwork/network';
import { findTextFault, isRepeatableId, readRequestIds } from '@formwork/schema/internal';
import { isRecord, describeChangedValue, parseJson } from '@formwork/schema/json';
import { McpMisconfiguredError } from '../mcp-caller.ts';
import { createBodyError, type McpExchange } from './mcp-exchange.ts';

/** The methods that a `Request` of the web platform refuses although Node accepts them. */
const UNKNOWN_METHOD = /^(?:CONNECT|TRACE|TRACK)$/iu;

/**
 * Passes a request to a handler of web requests, and sends the answer. The body is read and parsed
 * once; the SDK's own adapter would copy it and read it twice.
 */
export async function serveRequest(
  exchange: McpExchange,
  {
    maxBodyBytes,
    answer,
  }: {
    /** The size of the largest request body, in bytes. */
    readonly maxBodyBytes: number;
    /**
     * Answers a web request. If its body is JSON, the parsed body is passed beside the request, which
     * then has none.
     */
    readonly answer: (request: Request, parsedBody: unknown) => Promise<Response>;
  },
): Promise<void> {
  const { head: request, signal } = exchange;
  async function toAnswer(): Promise<Response> {
    if (UNKNOWN_METHOD.test(request.method ?? '')) {
      return toFailure(405, { code: -32000, message: 'Method not allowed.' });
    }
    if (request.method !== 'POST') return answer(toWebRequest(request, { signal }), undefined);
    const body = await exchange.readBody(maxBodyBytes).catch(() => 'partial' as const);
    if (body === 'partial') {
      return toFailure(400, { code: -32000, message: createBodyError().message });
    }
    if (body === undefined) {
      const message = `Payload Too Large: Request body must not exceed ${maxBodyBytes} bytes`;
      const refused = toFailure(413, { code: -32000, message });
      // The rest of the body is not read.
      refused.headers.set('connection', 'close');
      return refused;
    }
    const text = new TextDecoder().decode(body);
    const parsed = parseJson(text);
    const fault = parsed === undefined ? undefined : findTextFault(body, parsed);
    if (fault !== undefined) {
      const reason =
        fault.kind === 'repeated-name'
          ? 'every name must stand once in its object'
          : describeChangedValue(fault.change);
      const error = { code: -32600, message: `Invalid Request: ${reason}` };
      const { isBatch, ids } = readRequestIds(text);
      if (!isBatch || ids.length === 0) return toFailure(400, { ...error, id: ids[0] ?? null });
      return Response.json(
        ids.map((id) => ({ jsonrpc: '2.0', error, id })),
        { status: 400 },
      );
    }
    if ([parsed].flat().some(hasLongId)) {
      const message = 'Invalid Request: an id must have at most 1000 characters';
      return toFailure(400, { code: -32600, message });
    }
    // The SDK makes the error for a body that is not JSON.
    const webRequest = toWebRequest(
      request,
      parsed === undefined ? { signal, body: text } : { signal },
    );
    return answer(webRequest, parsed);
  }
  const answered = await toAnswer().catch(toInternalError);
  try {
    await exchange.send(answered);
  } catch (error) {
    // There are too many streams already.
    await refuseCaller(exchange, error);
  }
}

/** True for a request whose id is too long to be repeated in each of its answers and notifications. */
function hasLongId(request: unknown): boolean {
  const id = isRecord(request) ? request['id'] : undefined;
  return typeof id === 'string' && !isRepeatableId(id);
}

/** The code of JSON-RPC for errors that are not the caller's fault. */
const INTERNAL_ERROR = -32_603;

/** Makes the answer for an unexpected error, without any detail of it. */
function toInternalError(): Response {
  return toFailure(500, { code: INTERNAL_ERROR, message: 'Internal server error' });
}

/**
 * Makes the web request of a head, which the SDK takes.
 *
 * @throws TypeError for a method or an address that `Request` does not take.
 */
function toWebRequest(
  request: RequestHead,
  {
    signal,
    body,
  }: {
    /** A signal that is aborted when the client has gone. */
    readonly signal: AbortSignal;
    /** The body of the request; absent if it was parsed and is passed separately. */
    readonly body?: string | undefined;
  },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const item of value ?? []) headers.append(name, item);
  }
  const { method = 'GET', url = '/' } = request;
  // The target may be a whole address; the SDK does not care about its path.
  const path = url.startsWith('/') ? url : '/';
  return new Request(`http://${request.headers.host ?? 'localhost'}${path}`, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
  });
}

/** Answers a request with a JSON-RPC error. */
export function toFailure(
  status: number,
  {
    id = null,
    ...error
  }: {
    readonly code: number;
    readonly message: string;
    /** The id of the request. Default `null`, for one that is not known. */
    readonly id?: string | number | null;
  },
): Response {
  const headers = status === 503 ? { 'retry-after': '5' } : {};
  return Response.json({ jsonrpc: '2.0', error, id }, { status, headers });
}

/**
 * The code of the JSON-RPC error for callers whose credentials are refused, or who are over a
 * limit.
 */
const NOT_LET_IN = -32_001;

const MISCONFIGURED = 'Cannot serve the request because the agent is misconfigured.';

/** The time after which an agent that closes is there again, or another one, in milliseconds. */
const UNAVAILABLE_MS = 5_000;

/**
 * Answers a request whose caller was refused before the body was read, as {@link toRefusal} says.
 * Returns the reason; `undefined` for a fault of the operator.
 */
export async function refuseCaller(
  exchange: McpExchange,
  error: unknown,
): Promise<string | undefined> {
  const { answer, reason } = toRefusal(error);
  await exchange.send(answer);
  return reason;
}

/**
 * Makes the answer to a caller who was refused: 401 for an error with a challenge, 429 or 503 for
 * one that says when to come again, 500 if the operator is at fault. Other errors are thrown.
 */
export function toRefusal(error: unknown): {
  readonly answer: Response;
  readonly reason: string | undefined;
} {
  if (!(error instanceof Error)) throw error;
  const { challenge, retryAfterMs, reason, code } = error as RefusalError;
  if (error instanceof McpMisconfiguredError || code === 'MISCONFIGURED') {
    const answer = toFailure(500, { code: INTERNAL_ERROR, message: MISCONFIGURED });
    return { answer, reason: undefined };
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
  const answer = Response.json(body, { status, headers });
  return { answer, reason: reason ?? 'UNAUTHENTICATED' };
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
