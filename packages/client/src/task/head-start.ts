import type { Message, Task } from '@a2a-js/sdk';
import { type RequestContext, sendMessageOnce } from '../transport/agent-link.ts';
import { createBoundSignal } from '../transport/signals.ts';

/**
 * Sends the message without a stream first, if that is asked for and safe: the agent must stream,
 * must handle a repeated message once, and must not be reached over gRPC, which limits the size of
 * an answer.
 */
export function beginHeadStart(
  context: RequestContext,
  {
    message,
    leadMs,
  }: {
    /** The message that begins the task or goes on with it; `undefined` if none is to be sent. */
    readonly message: Message | undefined;
    /** The time to wait for the answer before a stream is opened, in milliseconds. */
    readonly leadMs: number;
  },
): HeadStart | undefined {
  const { countsOnce, streaming, transport } = context.link;
  if (message === undefined || leadMs <= 0 || !countsOnce || !streaming) return undefined;
  // A message of gRPC has a size limit, a stream of many has none.
  return transport.protocolName === 'GRPC' ? undefined : new HeadStart(context, message, leadMs);
}

/**
 * A message that is sent without a stream, with a moment to wait for the answer: a task that ends
 * soon then takes one answer, which costs both sides less than a stream. If it does not end, the
 * stream sends the same message again, so the agent MUST handle a repeated message only once.
 */
export class HeadStart {
  readonly #context: RequestContext;
  readonly #message: Message;
  /** The time to wait for the answer before a stream is opened, in milliseconds. */
  readonly #leadMs: number;
  readonly #bound: ReturnType<typeof createBoundSignal>;
  #isAsked = false;
  /** The request that is under way; `undefined` before it is sent, and once its answer was taken. */
  #request: Promise<Message | Task> | undefined;

  constructor(context: RequestContext, message: Message, leadMs: number) {
    this.#context = context;
    this.#message = message;
    this.#leadMs = leadMs;
    this.#bound = createBoundSignal(context);
  }

  /**
   * Returns the answer if it comes within the lead time, and throws the error of a request that
   * fails within it. Returns `undefined` when the time is up, and on every later call.
   */
  async early(): Promise<Message | Task | undefined> {
    if (this.#isAsked) return undefined;
    this.#isAsked = true;
    // One attempt: a request that failed is repeated by the stream.
    const { signal } = this.#bound;
    const request = sendMessageOnce({ ...this.#context, signal }, this.#message);
    this.#request = request;
    const answered = new AbortController();
    const isUp = new Promise<undefined>((resolve) => {
      const timer = setTimeout(resolve, this.#leadMs, undefined);
      answered.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    try {
      const answer = await Promise.race([request, isUp]);
      if (answer === undefined) request.catch(() => {});
      else this.#request = undefined;
      return answer;
    } catch (error) {
      this.#request = undefined;
      throw error;
    } finally {
      answered.abort();
    }
  }

  /**
   * Waits for the answer of a request that outlasted its lead time; `undefined` if it failed, or
   * none is on its way.
   */
  async late(): Promise<Message | Task | undefined> {
    try {
      return await this.#request;
    } catch {
      // The stream has thrown the error of the request, or will.
      return undefined;
    } finally {
      this.#request = undefined;
    }
  }

  /** Aborts the request if it is still on its way. */
  end(): void {
    if (this.#request !== undefined) this.#bound.abort();
    this.#bound.release();
  }
}
