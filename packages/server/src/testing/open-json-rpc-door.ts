import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { NOBODY } from '../caller.ts';
import { createJsonRpcDoor } from '../json-rpc-door.ts';
import type { TransportOptions } from '../transport.ts';
import { createFakeHandler } from './create-fake-handler.ts';
import {
  createLogRecorder,
  serveAlone,
  serveRouter,
  type LogEntry,
  type ServedRouter,
} from './serve-router.ts';

/** The URI of an extension that the served agent's card lists. */
export const EXTENSION = 'https://example.com/extension';

/** A message of the caller in the JSON of A2A 1.0, for tests to send. */
export const MESSAGE = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] } as const;

/** The same message as {@link MESSAGE}, in the JSON of A2A 0.3. */
export const LEGACY_MESSAGE = {
  kind: 'message',
  messageId: 'm-1',
  role: 'user',
  parts: [{ kind: 'text', text: 'hello' }],
} as const;

/** A served JSON-RPC or REST endpoint, and the entries of its log. */
export interface Door extends ServedRouter {
  readonly entries: readonly LogEntry[];
}

/**
 * Opens a JSON-RPC endpoint for A2A at the path `/a2a`, on a free port. `methods` replace those of
 * the fake request handler.
 */
export async function openJsonRpcDoor(
  methods: Partial<A2ARequestHandler> = {},
  options: Partial<TransportOptions> = {},
): Promise<Door> {
  const { logger, entries } = createLogRecorder();
  const transport: TransportOptions = {
    requestHandler: createFakeHandler(methods),
    logger,
    identify: () => Promise.resolve(NOBODY),
    extensionUris: [EXTENSION],
    bodyLimit: '1mb',
    ...options,
  };
  const router = serveAlone(createJsonRpcDoor(transport), transport);
  return { ...(await serveRouter('/a2a', router)), entries };
}

/** Options of {@link post}. */
export interface PostOptions {
  /** The value of the header `A2A-Version`; an empty text sends no such header. Default `1.0`. */
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The path of the request. Default `/a2a`. */
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/**
 * Posts a body to an endpoint that a test has opened. A string is sent as it is, any other value as
 * JSON.
 */
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

/** Makes a JSON-RPC request with the id 7. */
export function toRequest(method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id: 7, method, params };
}

interface ErrorAnswer {
  readonly error: { readonly data: readonly [{ readonly requestId: string }] };
}

/** Reads the body of a response as a JSON-RPC error. */
export async function readError(response: Response): Promise<ErrorAnswer> {
  return (await response.json()) as ErrorAnswer;
}
