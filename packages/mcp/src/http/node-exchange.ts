import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isStream, type McpExchange } from './mcp-exchange.ts';

/** A request of Node to a bridge, and the answer to it. */
export class NodeExchange implements McpExchange {
  readonly head: IncomingMessage;
  readonly reply: ServerResponse;
  readonly #gone = new AbortController();

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.head = request;
    this.reply = response;
    response.once('close', () => {
      if (!response.writableFinished) this.#gone.abort();
    });
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  get outcome(): McpExchange['outcome'] {
    const { statusCode: status, writableFinished: isWhole } = this.reply;
    return { status, isWhole };
  }

  readBody(maxBytes: number): Promise<Uint8Array | undefined> {
    return readBody(this.head, maxBytes);
  }

  send(answer: Response): Promise<void> {
    return sendWebResponse(answer, this.reply);
  }

  onEnd(listener: () => void): void {
    if (this.reply.closed) listener();
    else this.reply.once('close', listener);
  }
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
