import type { StreamResponse } from '@a2a-js/sdk';
import { A2A_ERROR_CODE, JsonRpcTransportError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { EventEncoder, findEventId } from './event-text.ts';
import { answerJson, type EventStream, openJson } from './operations/operation.ts';
import { findOperation } from './operations/operations.ts';
import { describeUnknownMethod } from './operations/unknown-method.ts';

/** Options of {@link createHandlerFetch}: the handler that answers, and who calls it. */
export interface HandlerFetchOptions {
  readonly handler: A2ARequestHandler;
  /** Returns the agent card as JSON text; called for every request that is no call. */
  readonly card: () => string;
  /** Makes the context of a call from its request, which says who calls. */
  readonly createContext: (request: Request) => ServerCallContext;
  /** The log of unexpected errors, each with the id that the caller got. */
  readonly logger: TaskLogger;
}

/** The id of a JSON-RPC request, as it came. */
type RequestId = unknown;

/**
 * Makes a `fetch` by which clients in this process call a request handler without sockets: for its
 * card, and over JSON-RPC of A2A 1.0.
 */
export function createHandlerFetch(options: HandlerFetchOptions): typeof fetch {
  const { handler, card, createContext, logger } = options;
  const encoder = new EventEncoder();

  function toErrorText(error: unknown, id: RequestId): string {
    const body = toJsonRpcErrorBody(toPublicError(error, logger), '1.0');
    return JSON.stringify({ jsonrpc: '2.0', id, error: body });
  }

  async function answer(request: Request, signal: AbortSignal): Promise<Response> {
    const body: unknown = await request.json();
    // Who has gone meanwhile would never end the stream that begins here.
    signal.throwIfAborted();
    const { id = null, method, params } = isRecord(body) ? body : {};
    const context = createContext(request);
    try {
      const operation = typeof method === 'string' ? findOperation(method) : undefined;
      if (operation === undefined || !isRecord(params)) throw createMethodError(method);
      operation.check(params);
      if (operation.kind === 'stream') {
        return sendEvents(openJson(operation, params, { handler, context }), { id, signal });
      }
      const result = await answerJson(operation, params, { handler, context });
      return sendJson(JSON.stringify({ jsonrpc: '2.0', id, result }));
    } catch (error) {
      return sendJson(toErrorText(error, id));
    }
  }

  function sendEvents(
    events: EventStream,
    { id, signal }: { readonly id: RequestId; readonly signal: AbortSignal },
  ): Response {
    const start = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    const body = new EventBody(events, {
      signal,
      toData: (event) => `${start}${encoder.encode(event)}}`,
      toErrorData: (error) => toErrorText(error, id),
    });
    return new Response(new ReadableStream<Uint8Array>(body), {
      headers: { 'Content-Type': 'text/event-stream' },
    });
  }

  return async (input, init) => {
    // A request that was given the signal would listen to it until it is collected.
    const { signal: initSignal, ...fields } = init ?? {};
    const request = new Request(input, fields);
    const signal = initSignal ?? request.signal;
    signal.throwIfAborted();
    if (request.method !== 'POST') return sendJson(card());
    return untilAborted(signal, (workSignal) => answer(request, workSignal));
  };
}

/** Does the work of a request, and rejects as soon as the request is aborted, as a connection would. */
async function untilAborted<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The signal of a reader of events, and the texts of events. */
interface EventBodyOptions {
  readonly signal: AbortSignal;
  readonly toData: (event: StreamResponse) => string;
  /** Returns the `data` of the event that reports an error and ends the stream. */
  readonly toErrorData: (error: unknown) => string;
}

const utf8 = new TextEncoder();

/**
 * The body of a `Response` with the events of a call, as server-sent events: takes the next event
 * when its reader wants it, and ends the events when its reader has gone.
 */
class EventBody {
  readonly #events: EventStream;
  readonly #options: EventBodyOptions;
  #abort: (() => void) | undefined;
  #isOver = false;

  constructor(events: EventStream, options: EventBodyOptions) {
    this.#events = events;
    this.#options = options;
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { signal } = this.#options;
    this.#abort = () => {
      this.cancel();
      controller.error(signal.reason);
    };
    signal.addEventListener('abort', this.#abort);
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      const { done, value } = await this.#events.next();
      if (this.#isOver) return;
      if (done === true) {
        this.#end();
        controller.close();
        return;
      }
      const id = findEventId(value);
      const line = id === undefined ? '' : `id: ${id}\n`;
      controller.enqueue(utf8.encode(`${line}data: ${this.#options.toData(value)}\n\n`));
    } catch (error) {
      if (this.#isOver) return;
      this.#end();
      controller.enqueue(utf8.encode(`data: ${this.#options.toErrorData(error)}\n\n`));
      controller.close();
    }
  }

  cancel(): void {
    this.#end();
    // No reader is left for a failure to end it.
    this.#events.return().catch(() => undefined);
  }

  #end(): void {
    this.#isOver = true;
    // A caller may have one signal for all of its calls, which must not keep those that are over.
    if (this.#abort !== undefined) this.#options.signal.removeEventListener('abort', this.#abort);
  }
}

function sendJson(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}

function createMethodError(method: unknown): JsonRpcTransportError {
  const message = describeUnknownMethod(method, '1.0');
  const error = { code: A2A_ERROR_CODE.METHOD_NOT_FOUND, message };
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error });
}
