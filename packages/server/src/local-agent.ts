import {
  type Agent,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  type Principal,
  toAgentCard,
} from '@formwork/core';
import { adaptLogger, createConsoleLogger, findEventId } from '@formwork/runtime/internal';
import { A2A_ERROR_CODE, JsonRpcTransportError } from '@a2a-js/sdk/errors';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { createCaller, NOBODY } from './caller.ts';
import { checkParams } from './check-params.ts';
import { createAgentDoors } from './create-agent-router.ts';
import { JSON_RPC_PATH } from './create-card-router.ts';
import { toJsonRpcErrorBody } from './error-answers.ts';
import { toPublicError } from './errors.ts';
import { createEventEncoder } from './event-text.ts';
import { findJsonRpcMethod } from './json-rpc-methods.ts';
import { isFields } from './request-shape.ts';
import { createCallContextFor } from './transport.ts';
import type { EventStream } from './wrap-handler.ts';

/** Options of {@link openLocalAgent}: the engine, the log and the caller. */
export interface LocalAgentOptions extends Pick<AgentRouterOptions, 'engine' | 'logger'> {
  /** The principal of all calls. Default: an anonymous caller. */
  readonly user?: Principal;
}

/** An agent that clients in this process call without sockets. */
export interface LocalAgent {
  /** The address that a client connects to; it exists only for {@link fetch}. */
  readonly url: string;
  /** Answers the requests of a client: for the card, and over JSON-RPC of A2A 1.0. */
  readonly fetch: typeof fetch;
  /** Ends streams, aborts running tasks and frees all resources of the agent. */
  close(): Promise<void>;
}

/** The origin of local agents. The name belongs to nobody (RFC 6761), and is never looked up. */
const ORIGIN = 'http://agent.invalid';

const EXTENSIONS = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

const INTERFACE = {
  url: `${ORIGIN}${JSON_RPC_PATH}`,
  protocolBinding: 'JSONRPC',
  protocolVersion: '1.0',
} as const;

/** The id of a JSON-RPC request, as it came. */
type RequestId = unknown;

/** Serves an agent inside of this process, with the request handling of a server. */
export function openLocalAgent(agent: Agent, options: LocalAgentOptions = {}): LocalAgent {
  const { user, ...served } = options;
  const logger = adaptLogger(served.logger ?? createConsoleLogger());
  const doors = createAgentDoors(agent, {
    ...served,
    publicUrl: ORIGIN,
    limits: false,
    // Requests do not say who calls, but a skill with scopes must be in somebody's reach.
    authenticate: () => undefined,
  });
  const { requestHandler: handler } = doors.transport;
  const caller = user === undefined ? NOBODY : createCaller(user);
  const { scopes } = caller;
  const shown = { interfaces: [INTERFACE], streaming: true, pushNotifications: false, scopes };
  const card = JSON.stringify(toAgentCard(agent, shown));
  const encodeEvent = createEventEncoder();

  function toErrorText(error: unknown, id: RequestId): string {
    const body = toJsonRpcErrorBody(toPublicError(error, logger), '1.0');
    return JSON.stringify({ jsonrpc: '2.0', id, error: body });
  }

  async function answer(body: unknown, signal: AbortSignal): Promise<Response> {
    const { id = null, method, params } = isFields(body) ? body : {};
    const context = createCallContextFor(caller, EXTENSIONS);
    try {
      const found = typeof method === 'string' ? findJsonRpcMethod(method) : undefined;
      if (found === undefined || !isFields(params)) throw createMethodError();
      checkParams(String(method), params);
      if (found.kind === 'stream') {
        return sendEvents(found.open(params, { handler, context }), { id, signal });
      }
      const result = await found.answer(params, { handler, context });
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
    const stop = (): void => {
      isOver = true;
      // Nobody is left who could be told that ending it failed.
      events.return().catch(() => undefined);
    };
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        signal.addEventListener('abort', () => {
          if (isOver) return;
          stop();
          controller.error(signal.reason);
        });
      },
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          if (isOver) return;
          if (done === true) {
            isOver = true;
            controller.close();
            return;
          }
          const place = findEventId(value);
          const line = place === undefined ? '' : `id: ${place}\n`;
          controller.enqueue(encodeText(`${line}data: ${start}${encodeEvent(value)}}\n\n`));
        } catch (error) {
          if (isOver) return;
          isOver = true;
          controller.enqueue(encodeText(`data: ${toErrorText(error, id)}\n\n`));
          controller.close();
        }
      },
      cancel: stop,
    });
    return new Response(bytes, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  return {
    url: ORIGIN,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { signal = request.signal } = init ?? {};
      signal?.throwIfAborted();
      if (request.method !== 'POST') return sendJson(card);
      const body: unknown = await request.json();
      return untilAborted(signal ?? request.signal, (known) => answer(body, known));
    },
    close: () => doors.close(),
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

function createMethodError(): JsonRpcTransportError {
  const error = { code: A2A_ERROR_CODE.METHOD_NOT_FOUND, message: 'Invalid method.' };
  return new JsonRpcTransportError({ jsonrpc: '2.0', id: null, error });
}
