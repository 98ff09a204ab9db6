import type { IncomingMessage, ServerResponse } from 'node:http';
import { Extensions } from '@a2a-js/sdk';
import { ServerCallContext, UnauthenticatedUser, type User } from '@a2a-js/sdk/server';
import { LAST_EVENT_ID_KEY } from '@formwork/runtime';
import { LEGACY_VERSION } from './protocol-version.ts';

/** What is known of a call besides its request. */
export interface CallContextOptions {
  /** The version of A2A that the call speaks. */
  readonly version: string;
  /** Who calls; `undefined` when nobody said. */
  readonly principalId: string | undefined;
  /** Extensions that the agent declares. */
  readonly extensionUris: readonly string[];
}

const ANONYMOUS: User = new UnauthenticatedUser();

/**
 * The context of a call, for the request handler.
 *
 * Extensions are active from the start, as streams send their headers before the handler runs. A
 * tenant is never taken from the caller. Where a stream is to go on stands in the state, under
 * `LAST_EVENT_ID_KEY`.
 */
export function createCallContext(
  request: IncomingMessage,
  { version, principalId, extensionUris }: CallContextOptions,
): ServerCallContext {
  const requested = readExtensions(request, version);
  const known =
    requested === undefined
      ? []
      : Extensions.parseServiceParameter(requested).filter((uri) => extensionUris.includes(uri));
  const context = new ServerCallContext({
    user: principalId === undefined ? ANONYMOUS : toUser(principalId),
    requestedExtensions: known,
    requestedVersion: version,
  });
  const lastEventId = request.headers['last-event-id'];
  if (lastEventId !== undefined) context.state.set(LAST_EVENT_ID_KEY, lastEventId);
  for (const uri of known) context.addActivatedExtension(uri);
  return context;
}

/**
 * The context of a call that did not come in by A2A: version 1.0, and every extension is active, as
 * whoever calls for others understands them all.
 */
export function createCallContextFor(
  principalId: string | undefined,
  extensionUris: readonly string[],
): ServerCallContext {
  const context = new ServerCallContext({
    user: principalId === undefined ? ANONYMOUS : toUser(principalId),
    requestedExtensions: [...extensionUris],
    requestedVersion: '1.0',
  });
  for (const uri of extensionUris) context.addActivatedExtension(uri);
  return context;
}

/** Tells the caller which extensions are active in its call. */
export function sendExtensions(response: ServerResponse, context: ServerCallContext): void {
  const { activatedExtensions, requestedVersion } = context;
  if (activatedExtensions === undefined) return;
  const name = requestedVersion === LEGACY_VERSION ? 'X-A2A-Extensions' : 'A2A-Extensions';
  response.setHeader(name, activatedExtensions.join(', '));
}

function readExtensions({ headers }: IncomingMessage, version: string): string | undefined {
  const current = headers['a2a-extensions'];
  const former = headers['x-a2a-extensions'];
  // Clients of one version send the name of the other as well.
  const header = version === LEGACY_VERSION ? (former ?? current) : (current ?? former);
  return Array.isArray(header) ? header.join(',') : header;
}

function toUser(principalId: string): User {
  return { isAuthenticated: true, userName: principalId };
}
