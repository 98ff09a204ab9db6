import { Extensions } from '@a2a-js/sdk';
import { VersionNotSupportedError } from '@a2a-js/sdk/errors';
import {
  getSupportedVersions,
  ServerCallContext,
  UnauthenticatedUser,
  type A2ARequestHandler,
  type User,
} from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { type KnownUser, LAST_EVENT_ID_KEY, type VisitorUser } from '@formwork/runtime/internal';
import type { CallerQuota } from './caller-quota.ts';
import type { Caller, Identify } from './caller.ts';
import type { Fields } from './request-shape.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** Watches calls of every endpoint for traces and metrics. */
export interface CallWatch {
  /**
   * Binds the context of a call to its request, which is watched from now on if it did not come
   * over HTTP.
   */
  bind(request: Pick<RequestHead, 'headers'>, context: ServerCallContext): void;
  /** Notes the error with which a request ends, for its span and metrics. */
  fail(request: RequestHead, error: unknown): void;
}

/** Options of every HTTP transport of an agent. */
export interface TransportOptions {
  readonly requestHandler: A2ARequestHandler;
  /** The log of unexpected errors, each with the id that the caller got. */
  readonly logger: TaskLogger;
  /** Identifies the caller of a request; called before the body is read. */
  readonly identify: Identify;
  /**
   * Identifies the caller where credentials are optional; wrong ones are refused all the same.
   * Default: public requests are not checked for credentials.
   */
  readonly identifyGiven?: Identify;
  /**
   * The URIs of extensions that the card declares. A call activates those that its caller asks for.
   */
  readonly extensionUris: readonly string[];
  /** The largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  /** True if tasks and updates show the generation of the draft of A2A 1.1. Default false. */
  readonly generation?: boolean | undefined;
  readonly streamLimits?: StreamLimits;
  /** The watch of calls; absent without an OpenTelemetry SDK. */
  readonly watch?: CallWatch | undefined;
  /**
   * The limits of callers, for an endpoint with an address of its own, such as gRPC; HTTP requests
   * are counted before the router.
   */
  readonly quota?: CallerQuota | undefined;
  /** Signs a card whose text an endpoint makes itself. Absent if cards are not signed. */
  readonly signCard?: ((card: Fields) => Promise<Fields>) | undefined;
}

/** The facts about a call that its request alone does not show. */
export interface CallContextOptions {
  /** The version of A2A that the call speaks. */
  readonly version: string;
  readonly caller: Caller;
  /** The URIs of the extensions that the agent declares. */
  readonly extensionUris: readonly string[];
  readonly watch?: CallWatch | undefined;
}

const ANONYMOUS: User = new UnauthenticatedUser();

/**
 * Makes the context of a call for the request handler.
 *
 * Extensions are active from the start, because streams send their headers before the handler runs.
 * The caller cannot choose a tenant. The state has the position from which a stream goes on under
 * `LAST_EVENT_ID_KEY`.
 */
export function createCallContext(
  request: RequestHead,
  { version, caller, extensionUris, watch }: CallContextOptions,
): ServerCallContext {
  const requested = readExtensions(request, version);
  const extensions =
    requested === undefined
      ? []
      : Extensions.parseServiceParameter(requested).filter((uri) => extensionUris.includes(uri));
  const context = new ServerCallContext({
    user: toUser(caller),
    requestedExtensions: extensions,
    requestedVersion: version,
  });
  const lastEventId = request.headers['last-event-id'];
  if (lastEventId !== undefined) context.state.set(LAST_EVENT_ID_KEY, lastEventId);
  noteSender(context, caller);
  for (const uri of extensions) context.addActivatedExtension(uri);
  watch?.bind(request, context);
  return context;
}

/**
 * Makes the context of a call from another protocol: version 1.0 with every extension active,
 * because an adapter understands them all.
 */
export function createCallContextFor(
  caller: Caller,
  extensionUris: readonly string[],
): ServerCallContext {
  const context = new ServerCallContext({
    user: toUser(caller),
    requestedExtensions: [...extensionUris],
    requestedVersion: '1.0',
  });
  noteSender(context, caller);
  for (const uri of extensionUris) context.addActivatedExtension(uri);
  return context;
}

/** The key, in the state of a call's context, of the IP address that the call came from. */
const SENDER_KEY = 'formwork.senderAddress';

function noteSender({ state }: ServerCallContext, { address }: Caller): void {
  if (address !== undefined) state.set(SENDER_KEY, address);
}

/** Returns the IP address of a call's connection; `undefined` if it is not known. */
export function readSenderAddress({ state }: ServerCallContext): string | undefined {
  return state.get(SENDER_KEY) as string | undefined;
}

/** Returns the response header that says which extensions are active in a call. */
export function toExtensionHeaders(context: ServerCallContext): Readonly<Record<string, string>> {
  const { activatedExtensions, requestedVersion } = context;
  if (activatedExtensions === undefined) return {};
  const name = requestedVersion === LEGACY_VERSION ? 'X-A2A-Extensions' : 'A2A-Extensions';
  return { [name]: activatedExtensions.join(', ') };
}

function readExtensions({ headers }: RequestHead, version: string): string | undefined {
  const current = headers['a2a-extensions'];
  const former = headers['x-a2a-extensions'];
  // Clients of one version send the name of the other as well.
  const header = version === LEGACY_VERSION ? (former ?? current) : (current ?? former);
  return Array.isArray(header) ? header.join(',') : header;
}

function toUser({ id, scopes, visitor, once }: Caller): User {
  if (visitor !== undefined) {
    const user: VisitorUser = {
      isAuthenticated: false,
      userName: '',
      visitor,
      once: once === true,
    };
    return user;
  }
  if (id === undefined) return ANONYMOUS;
  const user: KnownUser = { isAuthenticated: true, userName: id, scopes };
  return user;
}

/** The version of callers who do not name one (A2A 1.0 section 3.6.2). */
export const LEGACY_VERSION = '0.3';

/** Returns true for a request that names a version of A2A. */
export function namesProtocolVersion({ headers }: RequestHead): boolean {
  const header = headers['a2a-version'];
  return typeof header === 'string' && header.trim() !== '';
}

/**
 * Reads the version of A2A from a request's header: major and minor only, because the patch number
 * changes nothing of the protocol (A2A 1.0 section 3.6.1).
 */
export function readProtocolVersion(request: Pick<RequestHead, 'headers'>): string {
  const header = request.headers['a2a-version'];
  const version = typeof header === 'string' ? header.trim() : '';
  if (version === '') return LEGACY_VERSION;
  return /^(\d+\.\d+)\.\d+$/u.exec(version)?.[1] ?? version;
}

/** The versions of A2A that the agent's card offers on a binding. */
export class OfferedVersions {
  readonly #handler: Pick<A2ARequestHandler, 'getAgentCard'>;
  readonly #binding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC';
  #offered: ReadonlySet<string> = new Set();

  constructor(
    handler: Pick<A2ARequestHandler, 'getAgentCard'>,
    binding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC',
  ) {
    this.#handler = handler;
    this.#binding = binding;
  }

  /**
   * Checks that a version is offered; rejects with `VersionNotSupportedError`. Returns `undefined`
   * instead of a promise for versions known to be offered, which spares nearly every request a turn
   * of waiting.
   */
  check(version: string): Promise<void> | undefined {
    return this.#offered.has(version) ? undefined : this.#checkCard(version);
  }

  async #checkCard(version: string): Promise<void> {
    const card = await this.#handler.getAgentCard();
    const offered = getSupportedVersions(card, this.#binding);
    this.#offered = offered;
    if (offered.has(version)) return;
    const versions = [...offered].join(', ');
    throw new VersionNotSupportedError(
      `Cannot answer the request because its version of A2A must be one of ${versions}: current value is ${JSON.stringify(version)}. The header "A2A-Version" names it; a request without this header is read as ${LEGACY_VERSION}.`,
    );
  }
}

/** Returns request parameters without `tenant`, because callers do not choose it. */
export function withoutTenant(params: Fields): Fields {
  if (!('tenant' in params)) return params;
  const { tenant: _tenant, ...fields } = params;
  return fields;
}
