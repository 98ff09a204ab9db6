import type { RequestHead } from '@formwork/network';
import { BODY_MS, createBodyError, isStream, type McpExchange } from './mcp-exchange.ts';

/** A request of Node, or of another program that serves HTTP: what an endpoint needs of it. */
export interface ExchangeRequest extends RequestHead {
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The answer to such a request as it is being written. */
export interface ExchangeReply {
  statusCode: number;
  readonly closed: boolean;
  readonly writableFinished: boolean;
  hasHeader(name: string): boolean;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  appendHeader(name: string, value: string): unknown;
  writeHead(status: number): unknown;
  flushHeaders(): unknown;
  /** Returns false if the reader has to take data before more comes. */
  write(bytes: Uint8Array): boolean;
  end(): unknown;
  end(text: string, encoding: 'utf8'): unknown;
  destroy(): unknown;
  once(event: 'close' | 'drain', listener: () => void): unknown;
}

/** A request to a bridge, and the answer to it, of Node or of the server of an agent. */
export class ReplyExchange implements McpExchange {
  readonly head: ExchangeRequest;
  readonly reply: ExchangeReply;
  readonly #gone = new AbortController();
  readonly #openStream: () => void;
  /** Lets a writer go on that waits for the reader. */
  #wake: () => void = () => undefined;

  /** `openStream` is called before an answer becomes a stream; if it throws, there is no stream. */
  constructor(request: ExchangeRequest, reply: ExchangeReply, openStream = (): void => undefined) {
    this.head = request;
    this.reply = reply;
    this.#openStream = openStream;
    reply.once('close', () => {
      if (!reply.writableFinished) this.#gone.abort();
      this.#wake();
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

  async send(answer: Response): Promise<void> {
    const { reply } = this;
    // Who has gone reads nothing.
    if (reply.closed) {
      await answer.body?.cancel();
      return;
    }
    const { body } = answer;
    const events = body !== null && isStream(answer) ? body : undefined;
    if (events !== undefined) await this.#beginStream(events);
    for (const [name, value] of answer.headers) {
      // The router says what caches may do, also for streams.
      if (name !== 'cache-control') reply.setHeader(name, value);
    }
    if (events !== undefined) {
      reply.writeHead(answer.status);
      // The stream of a session has no event for long, and its host waits for the headers.
      if (this.head.method === 'GET') reply.flushHeaders();
      await this.#pipe(events);
      return;
    }
    // Node writes a text together with the headers, but bytes after them.
    const text = await answer.text();
    reply.setHeader('content-length', Buffer.byteLength(text));
    reply.writeHead(answer.status);
    reply.end(text, 'utf8');
  }

  onEnd(listener: () => void): void {
    if (this.reply.closed) listener();
    else this.reply.once('close', listener);
  }

  async #beginStream(events: ReadableStream<Uint8Array>): Promise<void> {
    try {
      this.#openStream();
    } catch (error) {
      await events.cancel();
      throw error;
    }
  }

  /** Writes a stream at the pace of its reader. */
  async #pipe(body: ReadableStream<Uint8Array>): Promise<void> {
    const { reply } = this;
    const reader = body.getReader();
    // Ends a read that waits, also for good.
    this.onEnd(() => void reader.cancel().catch(() => undefined));
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        if (!reply.write(step.value)) await this.#drained();
      }
      reply.end();
    } catch {
      // The stream broke off, which its reader sees at the end of the connection.
      reply.destroy();
    }
  }

  async #drained(): Promise<void> {
    if (this.reply.closed) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.reply.once('drain', resolve);
    });
  }
}

/**
 * Reads the body of a request; `undefined` if it has more than `maxBytes` bytes. The rest is not
 * kept, and its sender still gets an answer.
 */
function readBody(request: ExchangeRequest, maxBytes: number): Promise<Uint8Array | undefined> {
  // Reads nothing if the header already says that the body is too large.
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(undefined);
  if (request.readableEnded) return Promise.resolve(new Uint8Array());
  if (request.destroyed) return Promise.reject(createBodyError());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createBodyError()), BODY_MS).unref();
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      if (size <= maxBytes) {
        chunks.push(bytes);
        return;
      }
      chunks.length = 0;
      clearTimeout(timer);
      resolve(undefined);
    });
    request.on('end', () => {
      clearTimeout(timer);
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.on('error', reject);
    request.on('close', () => {
      clearTimeout(timer);
      reject(createBodyError());
    });
  });
}
