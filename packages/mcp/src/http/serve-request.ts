import type { RequestHead } from '@formwork/network';
import { findTextFault, isRepeatableId, readRequestIds } from '@formwork/schema/internal';
import { isRecord, describeChangedValue, parseJson } from '@formwork/schema/json';
import type { McpExchange } from './mcp-exchange.ts';

/** The methods that a `Request` of the web platform refuses although Node accepts them. */
const UNKNOWN_METHOD = /^(?:CONNECT|TRACE|TRACK)$/iu;

/** Options of {@link serveRequest}. */
export interface ServeOptions {
  /** The size of the largest request body, in bytes. */
  readonly maxBodyBytes: number;
  /**
   * Answers a web request. If its body is JSON, the parsed body is passed beside the request, which
   * then has none.
   */
  readonly answer: (request: Request, parsedBody: unknown) => Promise<Response>;
}

/**
 * Passes a request to a handler of web requests, and sends the answer. The body is read and parsed
 * once; the SDK's own adapter would copy it and read it twice.
 */
export async function serveRequest(
  exchange: McpExchange,
  { maxBodyBytes, answer }: ServeOptions,
): Promise<void> {
  const { head: request, signal } = exchange;
  async function toAnswer(): Promise<Response> {
    if (UNKNOWN_METHOD.test(request.method ?? '')) {
      return toFailure(405, { code: -32000, message: 'Method not allowed.' });
    }
    if (request.method !== 'POST') return answer(toWebRequest(request, { signal }), undefined);
    const body = await exchange.readBody(maxBodyBytes);
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
  await exchange.send(await toAnswer().catch(toInternalError));
}

/** True for a request whose id is too long to be repeated in each of its answers and notifications. */
function hasLongId(request: unknown): boolean {
  const id = isRecord(request) ? request['id'] : undefined;
  return typeof id === 'string' && !isRepeatableId(id);
}

/** Makes the answer for an unexpected error, without any detail of it. */
function toInternalError(): Response {
  return toFailure(500, { code: -32603, message: 'Internal server error' });
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
