import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { NOBODY } from '../caller.ts';
import { createJsonRpcRouter } from '../create-json-rpc-router.ts';
import type { TransportOptions } from '../transport.ts';
import { createFakeHandler } from './create-fake-handler.ts';
import {
  createLogRecorder,
  serveRouter,
  type LogEntry,
  type ServedRouter,
} from './serve-router.ts';

/** The extension that served routers know. */
export const EXTENSION = 'https://example.com/extension';

/** A message of A2A 1.0. */
export const MESSAGE = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] } as const;

/** The same message in A2A 0.3. */
export const LEGACY_MESSAGE = {
  kind: 'message',
  messageId: 'm-1',
  role: 'user',
  parts: [{ kind: 'text', text: 'hello' }],
} as const;

/** A served router and its log. */
export interface Door extends ServedRouter {
  readonly entries: readonly LogEntry[];
}

/** Serves A2A JSON-RPC at `/a2a`. */
export async function openJsonRpcDoor(
  methods: Partial<A2ARequestHandler> = {},
  options: Partial<TransportOptions> = {},
): Promise<Door> {
  const { logger, entries } = createLogRecorder();
  const router = createJsonRpcRouter({
    requestHandler: createFakeHandler(methods),
    logger,
    identify: () => Promise.resolve(NOBODY),
    extensionUris: [EXTENSION],
    bodyLimit: '1mb',
    ...options,
  });
  return { ...(await serveRouter('/a2a', router)), entries };
}

/** Options of {@link post}. */
export interface PostOptions {
  /** The value of `A2A-Version`; empty for none. Default `1.0`. */
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The path of the request. Default `/a2a`. */
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** Sends a body, text as it is and everything else as JSON. */
export function post(
  door: ServedRouter,
  body: unknown,
  { version = '1.0', headers, path = '/a2a', signal }: PostOptions = {},
): Promise<Response> {
  return fetch(door.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(version !== '' && { 'A2A-Version': version }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
}

/** A JSON-RPC request with the id 7. */
export function toRequest(method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id: 7, method, params };
}

interface ErrorAnswer {
  readonly error: { readonly data: readonly [{ readonly requestId: string }] };
}

/** Reads the JSON-RPC error of a response that has to be one. */
export async function readError(response: Response): Promise<ErrorAnswer> {
  return (await response.json()) as ErrorAnswer;
}
