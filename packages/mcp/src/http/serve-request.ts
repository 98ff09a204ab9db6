import { toFailure } from './to-failure.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** No `Request` of the web has one of these, whereas Node takes them. */
const UNKNOWN_METHOD = /^(?:CONNECT|TRACE|TRACK)$/iu;

/** Options of {@link serveRequest}. */
export interface ServeOptions {
  /** Largest body, in bytes. */
  readonly maxBodyBytes: number;
  /** Answers a request. A body that is JSON comes parsed, and the request then has none. */
  readonly answer: (request: Request, parsedBody: unknown) => Promise<Response>;
}

/**
 * Hands a request of Node to what answers those of the web, and writes the answer. The body is read
 * and parsed once: the SDK's own adapter makes a stream of it, which is cloned and read twice.
 */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBodyBytes, answer }: ServeOptions,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  async function toAnswer(): Promise<Response> {
    const { signal } = gone;
    if (UNKNOWN_METHOD.test(request.method ?? '')) {
      return toFailure(405, { code: -32000, message: 'Method not allowed.' });
    }
    if (request.method !== 'POST') return answer(toWebRequest(request, { signal }), undefined);
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      const message = `Payload Too Large: Request body must not exceed ${maxBodyBytes} bytes`;
      const refused = toFailure(413, { code: -32000, message });
      // The rest of it is not read.
      refused.headers.set('connection', 'close');
      return refused;
    }
    const parsed = parse(body);
    // The SDK says what is wrong with what is no JSON.
    const asked = toWebRequest(request, parsed === undefined ? { signal, body } : { signal });
    return answer(asked, parsed);
  }
  await sendWebResponse(await toAnswer().catch(toInternalError), response);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Says nothing of what went wrong in here. */
function toInternalError(): Response {
  return toFailure(500, { code: -32603, message: 'Internal server error' });
}

/** The body of a request as text, or `undefined` if it is larger than that many bytes. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  // Nothing is read of what says that it is too much.
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of toBytes(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

/** Without an encoding a request gives bytes. It must outlive them, for who sent it to be answered. */
function toBytes(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return request.iterator({ destroyOnReturn: false });
}

/**
 * Writes what the SDK answers: a stream as its events come, anything else at once and with its
 * length. Resolves when all is written, or whoever asked has gone.
 */
async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  if (answer.body === null || !isStream(answer)) {
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...headers, 'content-length': body.byteLength });
    response.end(body);
    return;
  }
  response.writeHead(answer.status, headers);
  try {
    await pipeline(Readable.fromWeb(answer.body), response);
  } catch {
    // Who asked has gone, which the request's signal has told already.
    response.destroy();
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Options of {@link toWebRequest}. */
interface WebRequestOptions {
  /** Aborted when whoever asked has gone. */
  readonly signal: AbortSignal;
  /** Left out if it is handed on already parsed. */
  readonly body?: string | undefined;
}

/**
 * The request as the SDK takes it.
 *
 * @throws TypeError for a method or an address that `Request` does not take.
 */
function toWebRequest(request: IncomingMessage, { signal, body }: WebRequestOptions): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const { method = 'GET', url = '/' } = request;
  // Instead of a path it may be a whole address, of which the path is none of the SDK's business.
  const path = url.startsWith('/') ? url : '/';
  return new Request(`http://${request.headers.host ?? 'localhost'}${path}`, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
  });
}
