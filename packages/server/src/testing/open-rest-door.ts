import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { expect } from 'vitest';
import { NOBODY } from '../caller.ts';
import { createRestRouter } from '../create-rest-router.ts';
import type { TransportOptions } from '../transport.ts';
import { createFakeHandler } from './create-fake-handler.ts';
import { EXTENSION, type Door } from './open-json-rpc-door.ts';
import { createLogRecorder, serveRouter, type ServedRouter } from './serve-router.ts';

/** Serves A2A over REST at the path `/rest`, on a free port. */
export async function openRestDoor(
  methods: Partial<A2ARequestHandler> = {},
  options: Partial<TransportOptions> = {},
): Promise<Door> {
  const { logger, entries } = createLogRecorder();
  const router = createRestRouter({
    requestHandler: createFakeHandler(methods),
    logger,
    identify: () => Promise.resolve(NOBODY),
    extensionUris: [EXTENSION],
    bodyLimit: '1mb',
    ...options,
  });
  return { ...(await serveRouter('/rest', router)), entries };
}

/** Options of {@link call}. */
export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a REST request of A2A 1.0, unless its headers name another version. */
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

/** Reads the JSON body of a response; fails the test if its status is no error. */
export async function readError(response: Response): Promise<ErrorAnswer> {
  return (await response.json()) as ErrorAnswer;
}

/**
 * Expects a response to be an error in the shape of A2A's REST binding, and returns the error's
 * message.
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
