import { type FetchContext, type RequestSocket, toRequestHead } from '@formwork/network';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { RequestMessage } from './request-message.ts';

/**
 * A `Request` as the steps of a server see it. Its body is read from the `Request` as far as a step
 * reads it here, and not before.
 */
export class WebMessage extends Readable implements RequestMessage {
  readonly method: string;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion = '1.1';
  readonly socket: RequestSocket;
  /** True, because the program around takes care of a body that is not read. */
  readonly complete = true;
  readonly #request: Request;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(request: Request, context: FetchContext | undefined) {
    super();
    const { url, headers, rawHeaders, socket } = toRequestHead(request, context);
    this.method = request.method;
    this.url = url;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.socket = socket;
    this.#request = request;
  }

  override _read(): void {
    this.#pull().catch((error: unknown) => this.destroy(toError(error)));
  }

  override _destroy(error: Error | null, then: (error?: Error | null) => void): void {
    void this.#cancel(error);
    then(error);
  }

  async #cancel(reason: Error | null): Promise<void> {
    try {
      await this.#reader?.cancel(reason ?? undefined);
    } catch {
      // The caller has gone, so no answer can say that this failed.
    }
  }

  async #pull(): Promise<void> {
    const { body, bodyUsed } = this.#request;
    if (body === null) {
      this.push(null);
      return;
    }
    if (this.#reader === undefined && bodyUsed) throw createUsedError();
    this.#reader ??= body.getReader();
    let step = await this.#reader.read();
    while (!step.done && step.value.length === 0) step = await this.#reader.read();
    this.push(step.done ? null : step.value);
  }
}

function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}

function createUsedError(): Error {
  const message = 'its body must be unread, but a program in front has read it';
  return Object.assign(new Error(message), { status: 400 });
}
