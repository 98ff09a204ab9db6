import { AddressRefusedError } from '@formwork/network';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** The outcome of one request to a receiver of push notifications. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter?: string }
  /** The receiver can never be reached, for example because its address is not allowed. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The receiver did not answer. The reason may be logged, because it contains no secrets. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The request was aborted by its signal; the receiver may have received it. */
  | { readonly kind: 'aborted' };

/**
 * The largest number of bytes of an answer that are read. The content is ignored, but after a short
 * answer the connection can be used again.
 */
const MAX_ANSWER_BYTES = 16_384;

/**
 * One request to a receiver, from its beginning to its outcome. Of the answer only the status counts,
 * and a receiver that answers too much or too late is cut off.
 */
export class Posting {
  readonly #request: ClientRequest;
  readonly #signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #outcome = Promise.withResolvers<PostOutcome>();
  #answer: PostOutcome | undefined;
  #isLate = false;
  #bytes = 0;

  constructor(
    request: ClientRequest,
    { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ) {
    this.#request = request;
    this.#signal = signal;
    this.#timeoutMs = timeoutMs;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      request.destroy();
    }, timeoutMs);
    signal.addEventListener('abort', this.#abort, { once: true });
    request.on('response', (response) => this.#receive(response));
    request.on('error', (error) => this.#finish(error));
    request.on('close', () => this.#finish(undefined));
    if (signal.aborted) request.destroy();
  }

  /** Sends the body, and resolves with the outcome. Never rejects. */
  send(body: string | Uint8Array): Promise<PostOutcome> {
    this.#request.end(body);
    return this.#outcome.promise;
  }

  readonly #abort = (): void => void this.#request.destroy();

  #receive(response: IncomingMessage): void {
    this.#answer = readResponse(response);
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_ANSWER_BYTES) response.destroy();
    });
    // The status has already arrived, so an error in the body does not change the outcome.
    response.on('error', () => undefined);
  }

  #finish(error: Error | undefined): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
    this.#outcome.resolve(this.#answer ?? this.#explain(error));
  }

  #explain(error: Error | undefined): PostOutcome {
    if (this.#signal.aborted) return { kind: 'aborted' };
    if (!this.#isLate) return explainFailure(error);
    return { kind: 'failed', reason: `No answer within ${this.#timeoutMs} ms` };
  }
}

function readResponse({ statusCode = 0, headers }: IncomingMessage): PostOutcome {
  const retryAfter = headers['retry-after'];
  return {
    kind: 'answered',
    status: statusCode,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Turns the error of a request into its outcome, with a reason that may be logged. */
export function explainFailure(error: unknown): Extract<PostOutcome, { readonly reason: string }> {
  if (error instanceof AddressRefusedError) {
    const reason = `Cannot connect to the receiver because its address must be public: current value is ${error.address}`;
    return { kind: 'refused', reason };
  }
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'closed';
  return { kind: 'failed', reason: `Cannot reach the receiver: ${code}` };
}
