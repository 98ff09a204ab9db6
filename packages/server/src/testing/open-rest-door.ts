import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { expect } from 'vitest';
import { NOBODY } from '../caller.ts';
import { createRestDoor } from '../rest-door.ts';
import type { TransportOptions } from '../transport.ts';
import { createFakeHandler } from './create-fake-handler.ts';
import { EXTENSION, type Door } from './open-json-rpc-door.ts';
import { serveAlone, createLogRecorder, serveRouter, type ServedRouter } from './serve-router.ts';

/**
 * Opens a REST endpoint for A2A at the path `/rest`, on a free port. `methods` replace those of the
 * fake request handler.
 */
export async function openRestDoor(
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
  const router = serveAlone(createRestDoor(transport), transport);
  return { ...(await serveRouter('/rest', router)), entries };
}

/** Options of {@link call}. */
export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends a REST request to an endpoint that a test has opened: `GET` without a body, else `POST`, of
 * A2A 1.0 unless `options` say otherwise.
 */
export function call(
  door: ServedRouter,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const { body, headers, method = body === undefined ? 'GET' : 'POST' } = options;
  return fetch(`${door.url}/rest${path}`, {
    method,
    headers: { 'A2A-Version': '1.0', 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

interface ErrorAnswer {
  readonly error: {
    readonly message: string;
    readonly details: readonly [{ readonly requestId: string }];
  };
}

/** Reads the body of a response as an error of A2A's REST binding. */
export async function readError(response: Response): Promise<ErrorAnswer> {
  return (await response.json()) as ErrorAnswer;
}

/**
 * Expects a response to be an error of A2A's REST binding with the given status, and returns the
 * error's message.
 */
export async function expectError(
  response: Response,
  { status, name }: { readonly status: number; readonly name: string | undefined },
): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/a2a\+json/u);
  const body = await readError(response);
  expect(body).toEqual({
    error: { code: status, status: name, message: expect.any(String), details: expect.any(Array) },
  });
  return body.error.message;
}
