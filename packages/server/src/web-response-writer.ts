import { EventEmitter } from 'node:events';
import type { RequestMessage } from './request-message.ts';
import type { ResponseWriter } from './response-writer.ts';

/** The amount that waits for its reader before writers have to wait, in characters or bytes. */
const HIGH_WATER = 65_536;

/** The status of an answer to a caller who has gone, and so does not get it. */
const CLIENT_GONE = 499;

/**
 * A reply that becomes a `Response`: one of a text at once, and one of a stream with its first part.
 * The stream hands on what its reader asks for, and no more.
 */
export class WebResponseWriter extends EventEmitter implements ResponseWriter {
  readonly req: RequestMessage;
  statusCode = 200;
  headersSent = false;
  closed = false;
  destroyed = false;
  writableFinished = false;
  readonly socket = null;
  /** Resolves when the headers are sent; never rejects. */
  readonly response: Promise<Response>;
  readonly #headers = new Headers();
  readonly #signal: AbortSignal;
  readonly #abort = (): void => void this.destroy();
  #answer: (response: Response) => void = () => undefined;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The parts that the reader has not taken. */
  #parts: (string | Uint8Array)[] = [];
  #size = 0;
  #isEnded = false;
  /** Lets the reader go on, who waits for the next part. */
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(req: RequestMessage, signal: AbortSignal) {
    super();
    this.req = req;
    this.#signal = signal;
    this.response = new Promise((resolve) => {
      this.#answer = resolve;
    });
    signal.addEventListener('abort', this.#abort);
    if (signal.aborted) this.destroy();
  }

  get writableLength(): number {
    return this.#size;
  }

  get writableNeedDrain(): boolean {
    return this.#size >= HIGH_WATER;
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name);
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  setHeader(name: string, value: number | string | readonly string[]): void {
    this.#checkUnsent();
    this.#headers.delete(name);
    for (const text of [value].flat()) this.#headers.append(name, String(text));
  }

  appendHeader(name: string, value: string): void {
    this.#checkUnsent();
    this.#headers.append(name, value);
  }

  removeHeader(name: string): void {
    this.#checkUnsent();
    this.#headers.delete(name);
  }

  writeHead(status: number): this {
    this.#checkUnsent();
    this.statusCode = status;
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {
    if (this.#controller !== undefined || this.closed) return;
    this.headersSent = true;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => void this.destroy(),
      },
      { highWaterMark: 0 },
    );
    this.#send(body);
  }

  write(part: string | Uint8Array): boolean {
    if (this.closed) return false;
    this.flushHeaders();
    this.#add(part);
    this.#wake?.();
    return !this.writableNeedDrain;
  }

  end(part: string | Uint8Array = ''): void {
    if (this.closed || this.#isEnded) return;
    this.#isEnded = true;
    if (this.#controller === undefined) {
      this.headersSent = true;
      const isEmpty = part.length === 0 || this.req.method === 'HEAD';
      this.#send(isEmpty ? null : part);
      this.#finish();
      return;
    }
    if (part.length > 0) this.#add(part);
    this.#wake?.();
    if (this.#size === 0) this.#complete();
  }

  /** Breaks the answer off, such as because its reader has gone. */
  destroy(): this {
    if (this.closed) return this;
    this.destroyed = true;
    if (this.#controller === undefined) {
      // Headers can still be set, as on an answer of Node; they are not sent.
      this.statusCode = CLIENT_GONE;
      this.#send(null);
    } else {
      this.#controller.error(this.#signal.reason ?? new Error('The answer was broken off.'));
    }
    this.#parts = [];
    this.#size = 0;
    this.#finish();
    return this;
  }

  setTimeout(milliseconds: number): this {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (milliseconds > 0 && !this.closed) {
      this.#timer = setTimeout(() => this.emit('timeout'), milliseconds).unref();
    }
    return this;
  }

  #add(part: string | Uint8Array): void {
    // From here on the reader has something to take.
    if (this.#size === 0) this.#timer?.refresh();
    this.#parts.push(part);
    this.#size += part.length;
  }

  #send(body: string | Uint8Array | ReadableStream<Uint8Array> | null): void {
    // The connection is the matter of the program around.
    this.#headers.delete('Connection');
    this.#answer(new Response(body, { status: this.statusCode, headers: this.#headers }));
  }

  /** Hands on all parts; waits for the next one if there is none. */
  async #pull(): Promise<void> {
    if (this.#parts.length === 0 && !this.#isEnded && !this.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    if (this.closed || this.#parts.length === 0) return;
    const wasFull = this.writableNeedDrain;
    const bytes = toBytes(this.#parts);
    this.#parts = [];
    this.#size = 0;
    this.#timer?.refresh();
    this.#controller?.enqueue(bytes);
    if (this.#isEnded) this.#complete();
    else if (wasFull) this.emit('drain');
  }

  /** Ends the stream, all of whose parts its reader has taken. */
  #complete(): void {
    if (this.closed) return;
    this.#controller?.close();
    this.#finish();
  }

  #finish(): void {
    this.writableFinished = !this.destroyed;
    this.closed = true;
    this.setTimeout(0);
    // A program may have one signal for all of its calls, which must not keep those that are over.
    this.#signal.removeEventListener('abort', this.#abort);
    this.#wake?.();
    this.emit('close');
  }

  #checkUnsent(): void {
    if (this.headersSent) throw new Error('Cannot set headers because they were sent before.');
  }
}

/** Joins parts of a body, texts in UTF-8. */
function toBytes(parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}
