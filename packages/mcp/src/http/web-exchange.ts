import { type FetchContext, type RequestHead, toRequestHead } from '@formwork/network';
import { BODY_MS, createBodyError, isStream, type McpExchange } from './mcp-exchange.ts';

/** A `Request` to a bridge, and the `Response` to it. */
export class WebExchange implements McpExchange {
  readonly head: RequestHead;
  readonly reply: McpExchange['reply'];
  /** Resolves to the answer once there is one. */
  readonly response: Promise<Response>;
  readonly #request: Request;
  readonly #headers = new Headers();
  readonly #gone = new AbortController();
  readonly #ends: (() => void)[] = [];
  #outcome = { status: 200, isWhole: false };
  #isOver = false;
  #answer: (response: Response) => void = () => undefined;

  constructor(request: Request, context: FetchContext | object | undefined) {
    this.head = toRequestHead(request, context);
    this.#request = request;
    this.response = new Promise((resolve) => {
      this.#answer = resolve;
    });
    const headers = this.#headers;
    this.reply = {
      statusCode: 200,
      hasHeader: (name) => headers.has(name),
      appendHeader: (name, value) => headers.append(name, value),
      setHeader: (name, value) => headers.set(name, String(value)),
      end: () => this.send(new Response(null, { status: this.reply.statusCode })),
    };
    const leave = (): void => this.#end(false);
    request.signal.addEventListener('abort', leave);
    // A program may have one signal for all of its calls, which must not keep those that are over.
    this.onEnd(() => request.signal.removeEventListener('abort', leave));
    if (request.signal.aborted) leave();
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  get outcome(): McpExchange['outcome'] {
    return this.#outcome;
  }

  async readBody(maxBytes: number): Promise<Uint8Array | undefined> {
    const reader = this.#request.body?.getReader();
    if (reader === undefined) return new Uint8Array();
    // A body whose reader was cancelled looks as if it were whole.
    let isGivenUp = false;
    const giveUp = (): void => {
      isGivenUp = true;
      cancelReader(reader);
    };
    const timer = setTimeout(giveUp, BODY_MS).unref();
    this.signal.addEventListener('abort', giveUp);
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        size += step.value.byteLength;
        if (size > maxBytes) {
          giveUp();
          return undefined;
        }
        chunks.push(step.value);
      }
      if (isGivenUp) throw createBodyError();
      return Buffer.concat(chunks);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', giveUp);
    }
  }

  async send(answer: Response): Promise<void> {
    const { status } = answer;
    const headers = new Headers(answer.headers);
    for (const [name, value] of this.#headers) headers.set(name, value);
    // The connection is the matter of the program around.
    headers.delete('connection');
    this.#outcome = { status, isWhole: false };
    if (answer.body !== null && isStream(answer)) {
      this.#answer(new Response(this.#watch(answer.body), { status, headers }));
      return;
    }
    const text = await answer.text();
    this.#answer(new Response(text === '' ? null : text, { status, headers }));
    this.#end(true);
  }

  onEnd(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#ends.push(listener);
  }

  /** Passes on a stream as its reader asks for it, and notices its end, and a reader who goes. */
  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    if (this.#isOver) cancelReader(reader);
    this.signal.addEventListener('abort', () => cancelReader(reader));
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await this.#read(reader);
          if (!done) {
            controller.enqueue(value);
            return;
          }
          controller.close();
          this.#end(true);
        },
        cancel: () => this.#end(false),
      },
      { highWaterMark: 0 },
    );
  }

  /** Reads the next piece of a stream; one that breaks off ends the exchange. */
  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    try {
      return await reader.read();
    } catch (error) {
      this.#end(false);
      throw error;
    }
  }

  #end(isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#outcome = { ...this.#outcome, isWhole };
    if (!isWhole) {
      this.#gone.abort();
      this.#answer(new Response(null, { status: 499 }));
    }
    for (const end of this.#ends.splice(0)) end();
  }
}

/** Gives up a stream that needs no reader any more. */
function cancelReader(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}
