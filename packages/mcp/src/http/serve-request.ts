import { findTextFault, isRepeatableId, readRequestIds } from '@formwork/schema/internal';
import { isRecord, describeChangedValue, parseJson } from '@formwork/schema/json';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

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
 * Passes a request of Node to a handler of web requests, and writes the answer. The body is read
 * and parsed once; the SDK's own adapter would copy it and read it twice.
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBodyBytes, answer }: ServeOptions,
): Promise<void> {
  const abortController = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abortController.abort();
  });
  async function toAnswer(): Promise<Response> {
    const { signal } = abortController;
    if (UNKNOWN_METHOD.test(request.method ?? '')) {
      return toFailure(405, { code: -32000, message: 'Method not allowed.' });
    }
    if (request.method !== 'POST') return answer(toWebRequest(request, { signal }), undefined);
    const body = await readBody(request, maxBodyBytes);
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
  await sendWebResponse(await toAnswer().catch(toInternalError), response);
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

/** Reads the body of a request; `undefined` if it has more than `maxBytes` bytes. */
async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  // Reads nothing if the header already says that the body is too large.
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of toBytes(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

/**
 * Returns the chunks of a request's body. They must not destroy the request when reading stops,
 * because its sender still gets an answer.
 */
function toBytes(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}

/**
 * Writes a web response to a response of Node: a stream event by event, everything else at once
 * with its length. Resolves when everything is written, or the client has gone.
 */
async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  // The router says what caches may do, also for streams.
  const { 'cache-control': _, ...headers } = Object.fromEntries(answer.headers);
  if (answer.body === null || !isStream(answer)) {
    // Node writes a text together with the headers, but bytes after them.
    const text = await answer.text();
    response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(text);
    return;
  }
  response.writeHead(answer.status, headers);
  try {
    await pipeline(Readable.fromWeb(answer.body), response);
  } catch {
    // The client has gone, and the request's signal has said so.
    response.destroy();
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/**
 * Turns a request of Node into a web request, which the SDK takes.
 *
 * @throws TypeError for a method or an address that `Request` does not take.
 */
function toWebRequest(
  request: IncomingMessage,
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
