import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * The head of a request: the parts of an `IncomingMessage` of Node, which is one, by which callers
 * are identified and requests are refused. Not every program that serves HTTP has a whole one.
 */
export interface RequestHead {
  /** The HTTP method, in upper case. */
  readonly method?: string | undefined;
  /** The target of the request, such as `/a2a?x=1`. */
  readonly url?: string | undefined;
  /** The headers by their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The names and values of the headers in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly socket: RequestSocket;
}

/** The connection of a request; over TLS also a `TLSSocket` of Node. */
export interface RequestSocket {
  /** The IP address of the caller, or of a proxy; `undefined` if it is not known. */
  readonly remoteAddress?: string | undefined;
  /** The IP address at which the caller has reached this machine. */
  readonly localAddress?: string | undefined;
  /** True over TLS. */
  readonly encrypted?: boolean | undefined;
}

/** The facts about a connection that a `Request` does not have. */
export interface FetchContext {
  /**
   * The IP address of the caller, by which limits count. Default: not known; no limit by address
   * holds then.
   */
  readonly remoteAddress?: string | undefined;
}

/**
 * Reads the head of a `Request`. Its connection has an address of this machine, because the true one
 * is not known: host names are then checked, which a page could have lead to this machine.
 *
 * @example
 * ```ts
 * import { createRequestGuard, toRequestHead } from '@formwork/network';
 *
 * const guard = createRequestGuard({ allowedHosts: ['agents.example.com'] });
 * export function answer(request: Request): Response {
 *   const refusal = guard.check(toRequestHead(request));
 *   return new Response(refusal?.message ?? 'Hello', { status: refusal?.status ?? 200 });
 * }
 * ```
 */
export function toRequestHead(request: Request, context?: FetchContext | null): RequestHead {
  const { pathname, search, host, hostname, protocol, href } = new URL(request.url);
  const headers: Record<string, string> = {};
  for (const [name, value] of request.headers) headers[name] = value;
  headers['host'] ??= host;
  // Next leaves out `Content-Encoding` of answers, so its callers would not know what is encoded.
  if (process.env['NEXT_RUNTIME'] !== undefined) delete headers['accept-encoding'];
  // Of several lines, Node shows the first one.
  const { 'content-type': contentType } = headers;
  if (contentType?.includes(',') === true) headers['content-type'] = cutList(contentType);
  if (request.body !== null) addBodyHeader(headers);
  // A program may take the host from a whole URL in place of a path, which takes precedence over the
  // header (RFC 9112 section 3.2.2): what checks hosts has to see both.
  const isAlike =
    isBoundHost(hostname) || URL.parse(`${protocol}//${headers['host']}`)?.hostname === hostname;
  return {
    method: request.method,
    url: isAlike ? pathname + search : href,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: {
      remoteAddress: readAddress(context),
      localAddress: '127.0.0.1',
      encrypted: protocol === 'https:',
    },
  };
}

/**
 * Returns true for a host that programs such as Next name because they listen on it, whatever host
 * was called: an IP address such as `0.0.0.0`, or the name of a container, which no option could
 * list. Pages cannot choose it, and the name in the header is checked all the same.
 */
function isBoundHost(hostname: string): boolean {
  if (isIP(hostname.replace(/^\[|\]$/gu, '')) !== 0 || !hostname.includes('.')) return true;
  return hostname === process.env['HOSTNAME']?.toLowerCase();
}

/** Says in the headers that there is a body, as every request with one does on the wire. */
function addBodyHeader(headers: Record<string, string>): void {
  if (headers['content-length'] === undefined) headers['transfer-encoding'] ??= 'chunked';
}

/** Returns the first of the values that several lines of a header have. */
function cutList(value: string): string {
  return value.slice(0, value.indexOf(',')).trim();
}

/** Returns the address of a caller; `undefined` for what is no address. */
function readAddress(context: FetchContext | null | undefined): string | undefined {
  const remoteAddress: unknown = context?.remoteAddress;
  return typeof remoteAddress === 'string' && isIP(remoteAddress) !== 0 ? remoteAddress : undefined;
}
