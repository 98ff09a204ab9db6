import { isRecord } from '@formwork/schema/json';
import type { TaskListener } from '../calls/task-listener.ts';
import { toCallEventId } from './call-event-id.ts';

/** The time after which a host asks for a call whose stream broke off, in milliseconds. */
const RETRY_MS = 3000;

/**
 * The time after which an open stream names its call although nothing else is sent, in milliseconds.
 * Most calls have been answered by then.
 */
const NAME_AFTER_MS = 100;

/** The first revision whose hosts expect events without data, which only have an id. */
const FIRST_WITH_BARE_IDS = '2025-11-25';

/** The headers of a stream whose answer has none yet: nginx must not keep its events back. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } as const;

/** Options of {@link CallStream.of}. */
interface CallOptions {
  /** The revision of MCP that the host speaks; `''` if it does not say. */
  readonly revision: string;
}

/**
 * The stream in which a tool call is answered. Its events get ids that name the call, and its task
 * once there is one. A host whose stream breaks off asks what comes after the last of them, also
 * another process, and learns how to go on; without an id, clients of both SDKs wait until their
 * own time is up.
 */
export class CallStream implements TaskListener {
  readonly #request: string | number;
  readonly #takesBareIds: boolean;
  #tellBegun: () => void = () => {};
  readonly #begun = new Promise<undefined>((resolve) => {
    this.#tellBegun = () => resolve(undefined);
  });
  readonly #encoder = new TextEncoder();
  #handle: string | undefined;
  #output: TransformStreamDefaultController<Uint8Array> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** True until an event with the id of now was sent to the host. */
  #isNew = true;
  #hasRetry = false;

  private constructor(request: string | number, { revision }: CallOptions) {
    this.#request = request;
    // Revisions are dates.
    this.#takesBareIds = revision >= FIRST_WITH_BARE_IDS;
  }

  /** Makes the stream for a request; `undefined` for any other than one call of a tool. */
  static of(request: unknown, options: CallOptions): CallStream | undefined {
    if (!isRecord(request)) return undefined;
    const { method, id } = request;
    if (method !== 'tools/call') return undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    return new CallStream(id, options);
  }

  get hasHandle(): boolean {
    return this.#handle !== undefined;
  }

  takeHandle(handle: string): void {
    this.#handle = handle;
    this.#isNew = true;
    this.#nameCall();
    this.#tellBegun();
  }

  /** Returns the answer of the call, as a stream with ids if it is one or its task is known first. */
  async answer(answering: Promise<Response>): Promise<Response> {
    const answer = this.#takesBareIds
      ? await Promise.race([answering, this.#begun])
      : await answering;
    if (answer !== undefined && !isStream(answer)) return answer;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(this);
    void this.#write(answer ?? answering, writable);
    const headers = answer?.headers ?? STREAM_HEADERS;
    return new Response(readable, { status: answer?.status ?? 200, headers });
  }

  start(output: TransformStreamDefaultController<Uint8Array>): void {
    this.#output = output;
    if (this.#handle !== undefined) this.#nameCall();
    else this.#timer = setTimeout(() => this.#nameCall(), NAME_AFTER_MS).unref();
  }

  transform(chunk: Uint8Array, output: TransformStreamDefaultController<Uint8Array>): void {
    // A comment that keeps the stream open is no event.
    if (this.#isNew && chunk[0] !== ':'.codePointAt(0)) output.enqueue(this.#takeFields());
    output.enqueue(chunk);
  }

  flush(): void {
    this.#end();
  }

  cancel(): void {
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#output = undefined;
  }

  /** Tells the host the id by an event without data, if the stream is open and the host takes them. */
  #nameCall(): void {
    if (!this.#isNew || !this.#takesBareIds || this.#output === undefined) return;
    try {
      this.#output.enqueue(this.#takeFields());
      this.#output.enqueue(this.#encoder.encode('data: \n\n'));
    } catch {
      // The host has gone; not every runtime calls `cancel` then.
      this.#end();
    }
  }

  #takeFields(): Uint8Array {
    const id = toCallEventId({ request: this.#request, handle: this.#handle });
    const retry = this.#hasRetry ? '' : `retry: ${RETRY_MS}\n`;
    this.#isNew = false;
    this.#hasRetry = true;
    return this.#encoder.encode(`id: ${id}\n${retry}`);
  }

  /** Writes an answer into the stream: its events, or an answer that is no stream as one event. */
  async #write(
    answering: Response | Promise<Response>,
    writable: WritableStream<Uint8Array>,
  ): Promise<void> {
    try {
      const answer = await answering;
      const body = isStream(answer) ? answer.body : ReadableStream.from(this.#toEvent(answer));
      await body?.pipeTo(writable);
    } catch (error) {
      // The host has gone, or learns that the stream broke off.
      await writable.abort(error).catch(() => {});
    } finally {
      this.#end();
    }
  }

  async *#toEvent(answer: Response): AsyncGenerator<Uint8Array> {
    yield this.#encoder.encode(`event: message\ndata: ${await answer.text()}\n\n`);
  }
}

function isStream({ body, headers }: Response): boolean {
  return body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true;
}
