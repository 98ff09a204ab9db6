import { isIP } from 'node:net';
import { isLoopbackAddress, isLoopbackHost } from './addresses.ts';
import { toLoggedPath } from './logged-path.ts';
import type { RequestHead } from './request-head.ts';

/** The reason why a server refuses a request by its headers, before it reads the body. */
export interface RequestRefusal {
  /**
   * `HOST`: the request came under a host name that is not this server's. `ORIGIN`: a page of
   * another site sent it.
   */
  readonly reason: 'HOST' | 'ORIGIN';
  /** The HTTP status with which the server answers the refused request. */
  readonly status: 400 | 403 | 421;
  /** The text of the refusal for people; it says which option would admit the request. */
  readonly message: string;
}

/**
 * Options of {@link createRequestGuard}: the host names of a server, and the sites that may call
 * it.
 */
export interface RequestGuardOptions {
  /**
   * Returns the public URL of the server; called when a host name appears for the first time.
   * Default: none.
   */
  readonly publicUrl?: () => string | undefined;
  /**
   * Further host names of the server, without ports; pages of these names count as the server's
   * own. Default: none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The sites whose pages may call: origins such as `https://app.example.com`, or host names alone
   * for any scheme and port. Default: none besides the server's own pages.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * The connections on which host names are checked: those from this machine (`loopback`), which a
   * page can reach by DNS rebinding, or all (`everywhere`), for servers that only people's own
   * programs call. IP addresses are accepted beyond loopback, because they cannot be rebound.
   * Default `loopback`.
   */
  readonly namesKnown?: 'loopback' | 'everywhere';
}

/** Checks requests by their host name and by the page that sent them. */
export interface RequestGuard {
  /** Checks the `Host` header only, for public documents that any page may read. */
  readonly checkHost: (request: RequestHead) => RequestRefusal | undefined;
  /** Checks the page that the request comes from only, where the `Host` header was checked before. */
  readonly checkPage: (request: RequestHead) => RequestRefusal | undefined;
  /** Checks the `Host` header and the page that the request comes from. */
  readonly check: (request: RequestHead) => RequestRefusal | undefined;
  /** True if the request comes from a page of a site in `allowedOrigins`. */
  readonly isFromListedPage: (request: RequestHead) => boolean;
}

/**
 * The largest number of `Host` headers whose parsed names stay in memory, so that a busy server
 * does not parse them each time.
 */
const MAX_REMEMBERED = 100;

const CROSS_PAGE =
  'Cannot answer because the request must come from a page of this server, or from no page: it comes from elsewhere. If it is to be served, name its site in allowedOrigins; behind a server that changes the host, name what pages come under in allowedHosts.';

/**
 * Makes the guard that checks every request to a server by its headers.
 *
 * The owner of a name can have it lead to this machine (DNS rebinding): to a browser, the page of
 * that name is then of the same origin as what answers here. So a connection on loopback must name
 * this machine, the public URL or one of `allowedHosts`. And pages of other sites can send requests
 * to any address they like, so those that a browser marks as foreign are refused.
 *
 * @example
 * ```ts
 * import { createRequestGuard } from '@formwork/network';
 * import { createServer } from 'node:http';
 *
 * const guard = createRequestGuard({ allowedHosts: ['agents.example.com'] });
 * export const server = createServer((request, response) => {
 *   const refusal = guard.check(request);
 *   response.statusCode = refusal?.status ?? 200;
 *   response.end(refusal?.message ?? 'Hello');
 * });
 * ```
 */
export function createRequestGuard(options: RequestGuardOptions = {}): RequestGuard {
  const { publicUrl, namesKnown = 'loopback' } = options;
  const hosts = new Set(options.allowedHosts?.map(normalizeName));
  const origins = new Set(options.allowedOrigins?.map(normalizeName));
  /** The host names of `Host` headers that were parsed before, by the header's text. */
  const remembered = new Map<string, string | undefined>();

  function readName(header: string): string | undefined {
    if (remembered.has(header)) return remembered.get(header);
    const name = parseName(header);
    if (remembered.size < MAX_REMEMBERED) remembered.set(header, name);
    return name;
  }

  function isOwn(name: string): boolean {
    return isLoopbackHost(name) || hosts.has(name) || name === readPublicName(publicUrl?.());
  }

  function checkHost(request: RequestHead): RequestRefusal | undefined {
    const { headers, rawHeaders, socket, url = '/' } = request;
    if (isRepeated(rawHeaders, 'host')) {
      return refuse(400, 'Cannot answer because the request must name its host once.');
    }
    const name = headers.host === undefined ? undefined : readName(headers.host);
    if (name === undefined) {
      return refuse(400, 'Cannot answer because the request must name its host.');
    }
    // A whole URL in place of a path takes precedence over the header (RFC 9112 section 3.2.2).
    const target = url.startsWith('/') || url === '*' ? name : URL.parse(url)?.hostname;
    if (target === undefined || target === '') {
      return refuse(400, 'Cannot answer because the request must name a path.');
    }
    const isLocal = isLoopbackAddress(socket.localAddress ?? '');
    const isNameKnown = isKnown(name, isLocal);
    if (isNameKnown && target === name) return undefined;
    const stranger = isNameKnown ? (isKnown(target, isLocal) ? undefined : target) : name;
    if (stranger === undefined) return undefined;
    return refuse(
      421,
      `Cannot answer because this server must be called by a name of this machine, such as localhost, by its public URL or by one of its allowedHosts: current value is ${JSON.stringify(stranger.slice(0, 100))}`,
    );
  }

  function isKnown(name: string, isLocal: boolean): boolean {
    if (!isLocal && (namesKnown === 'loopback' || isAddress(name))) return true;
    return isOwn(name);
  }

  function isListed(origin: string): boolean {
    return origins.has(origin) || origins.has(URL.parse(origin)?.hostname ?? '');
  }

  function isAdmitted(origin: string): boolean {
    return isListed(origin) || hosts.has(URL.parse(origin)?.hostname ?? '');
  }

  function checkPage({ method, headers }: RequestHead): RequestRefusal | undefined {
    // Only browsers set this header, and no page can. It is `none` when a person enters the
    // address.
    const site = headers['sec-fetch-site'];
    const { origin } = headers;
    if (site === undefined && origin === undefined) return undefined;
    if (site === 'same-origin') return undefined;
    if (site === 'none' && (method === 'GET' || method === 'HEAD')) return undefined;
    if (origin !== undefined) {
      const isOwnPage =
        site === undefined && URL.parse(origin)?.host === headers.host?.toLowerCase();
      if (isOwnPage || isAdmitted(origin.toLowerCase())) return undefined;
    }
    return { reason: 'ORIGIN', status: 403, message: CROSS_PAGE };
  }

  return {
    checkHost,
    checkPage,
    check: (request) => checkHost(request) ?? checkPage(request),
    isFromListedPage: ({ headers: { origin } }) =>
      origins.size > 0 && origin !== undefined && isListed(origin.toLowerCase()),
  };
}

function refuse(status: 400 | 421, message: string): RequestRefusal {
  return { reason: 'HOST', status, message };
}

/** Returns true if a request has a header twice. Of some headers, Node shows the first one only. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const fieldName = rawHeaders[index];
    if (fieldName?.length === name.length && fieldName.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/**
 * Parses the host name in a `Host` header; returns `undefined` if the header is no host and port.
 */
function parseName(header: string): string | undefined {
  if (header === '' || /[/\\?#@\s]/u.test(header)) return undefined;
  return URL.parse(`http://${header}`)?.hostname;
}

function readPublicName(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname;
}

/**
 * Normalizes a host name as URLs do, for comparison: lower case, and ASCII for international names.
 */
function normalizeName(text: string): string {
  const lower = text.toLowerCase();
  if (lower.includes('://')) return URL.parse(lower)?.origin ?? lower;
  return parseName(lower) ?? lower;
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/gu, '')) !== 0;
}

/** The sender and path of a refused request, as recorded in an audit log. */
export interface HeldRequest {
  /** The network address of the connection that the request came by; it may be a proxy's. */
  readonly address: string | undefined;
  /**
   * The route of the request as {@link toLoggedPath} writes it, because its path may hold secrets.
   */
  readonly path: string;
}

/** The audit event for a request that a guard refused. */
export type RefusedRequest =
  /** The request came under a host name that is not the server's. */
  | (HeldRequest & { readonly kind: 'host-refused'; readonly host: string | undefined })
  /** A page of another site sent the request. */
  | (HeldRequest & { readonly kind: 'origin-refused'; readonly origin: string | undefined });

/**
 * The largest length of a header in an audit event, in characters: strangers choose these
 * texts, which could be very long.
 */
const MAX_HELD = 200;

/**
 * Returns the address and path of a request, without anything that may be a secret.
 *
 * @example
 * ```ts
 * import { describeSender } from '@formwork/network';
 * import { createServer } from 'node:http';
 *
 * export const server = createServer((request, response) => {
 *   response.end(JSON.stringify(describeSender(request)));
 * });
 * ```
 */
export function describeSender(
  request: RequestHead & {
    /** The target before the program cut off the path. */
    readonly originalUrl?: string | undefined;
  },
): HeldRequest {
  const { originalUrl, url = '' } = request;
  const path = toLoggedPath(originalUrl ?? url);
  // A program may have mounted known routes at a path of its own.
  const isMounted = path === '/*' && originalUrl !== undefined && originalUrl !== url;
  return {
    address: request.socket.remoteAddress,
    path: isMounted ? `/*${toLoggedPath(url).replace(/\/$/u, '')}` : path,
  };
}

/**
 * Makes the audit event for a request that a guard refused.
 *
 * @example
 * ```ts
 * import { createRequestGuard, describeRefusal } from '@formwork/network';
 * import { createServer } from 'node:http';
 *
 * const guard = createRequestGuard();
 * export const server = createServer((request, response) => {
 *   const refusal = guard.check(request);
 *   if (refusal !== undefined) console.warn(describeRefusal(request, refusal));
 *   response.end();
 * });
 * ```
 */
export function describeRefusal(request: RequestHead, { reason }: RequestRefusal): RefusedRequest {
  const { host, origin } = request.headers;
  const from = describeSender(request);
  return reason === 'HOST'
    ? { kind: 'host-refused', ...from, host: host?.slice(0, MAX_HELD) }
    : { kind: 'origin-refused', ...from, origin: origin?.slice(0, MAX_HELD) };
}
