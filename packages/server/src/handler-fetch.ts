import { A2A_ERROR_CODE, JsonRpcTransportError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { createEventEncoder, findEventId } from './event-text.ts';
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
  const encodeEvent = createEventEncoder();

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
    let isOver = false;
    // A caller may have one signal for all of its calls, which must not keep those that are over.
    let end = (): void => undefined;
    const stop = (): void => {
      end();
      // No reader is left for a failure to end it.
      events.return().catch(() => undefined);
    };
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        const abort = (): void => {
          stop();
          controller.error(signal.reason);
        };
        end = () => {
          isOver = true;
          signal.removeEventListener('abort', abort);
        };
        signal.addEventListener('abort', abort);
      },
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          if (isOver) return;
          if (done === true) {
            end();
            controller.close();
            return;
          }
          const eventId = findEventId(value);
          const line = eventId === undefined ? '' : `id: ${eventId}\n`;
          controller.enqueue(encodeText(`${line}data: ${start}${encodeEvent(value)}}\n\n`));
        } catch (error) {
          if (isOver) return;
          end();
          controller.enqueue(encodeText(`data: ${toErrorText(error, id)}\n\n`));
          controller.close();
        }
      },
      cancel: stop,
    });
    return new Response(bytes, { headers: { 'Content-Type': 'text/event-stream' } });
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
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work(signal), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const encoder = new TextEncoder();

function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

function sendJson(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'application/json' } });
}

function createMethodError(method: unknown): JsonRpcTransportError {
  const message = describeUnknownMethod(method, '1.0');
  const error = { code: A2A_ERROR_CODE.METHOD_NOT_FOUND, message };
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error });
}
