import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '@formwork/network';
import { RefusedError } from '../errors/refused-error.ts';

/**
 * @throws RefusedError unless a request can only come from a page of this server, or from no page
 * at all: pages of others must neither call agents from here nor learn which there are
 */
export function checkRequest(request: IncomingMessage, allowedHosts: ReadonlySet<string>): void {
  checkHost(request, allowedHosts);
  checkOrigin(request, allowedHosts);
  if (request.method === 'POST') checkMediaType(request);
}

/**
 * Who owns a name can have it lead to this machine (DNS rebinding): its page is then of the same
 * origin as what answers here, for every check but this one.
 */
function checkHost({ headers, socket }: IncomingMessage, allowed: ReadonlySet<string>): void {
  const host = readHost(headers.host);
  if (host === undefined) {
    throw new RefusedError('HOST', 'Cannot answer as the request must name its host.');
  }
  if (!isLoopbackAddress(socket.localAddress ?? '')) return;
  if (isLoopbackHost(host) || allowed.has(host)) return;
  throw new RefusedError(
    'HOST',
    `Cannot answer as this server must be called by a name of this machine, such as localhost, or one of its allowedHosts: current value is ${JSON.stringify(host.slice(0, 100))}`,
  );
}

function checkOrigin({ method, headers }: IncomingMessage, allowed: ReadonlySet<string>): void {
  const site = headers['sec-fetch-site'];
  // Browsers alone set it, and no page can. It is none for what a person opens by its address.
  if (site === 'same-origin' || (site === 'none' && method === 'GET')) return;
  const { origin } = headers;
  if (site === undefined && (origin === undefined || isOwnOrigin(origin, headers.host, allowed))) {
    return;
  }
  throw new RefusedError(
    'ORIGIN',
    'Cannot answer as the request must come from a page of this server: it comes from elsewhere. Behind a server that changes the host, name what pages come under in allowedHosts.',
  );
}

/** A server in front may have changed the port, and the scheme. */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  allowed: ReadonlySet<string>,
): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.host === host?.toLowerCase() || allowed.has(url.hostname));
}

/** Forms of other pages can send any text, but not this type without being asked first. */
function checkMediaType({ headers }: IncomingMessage): void {
  const given = headers['content-type'] ?? '';
  const type = given.replace(/;.*$/su, '').trim().toLowerCase();
  if (type === 'application/json') return;
  throw new RefusedError(
    'BODY',
    `Cannot read the request as its Content-Type must be application/json: current value is ${JSON.stringify(given.slice(0, 100))}`,
    { status: 415 },
  );
}

function readHost(host: string | undefined): string | undefined {
  if (host === undefined || host === '' || /[/\\?#@\s]/u.test(host)) return undefined;
  return URL.parse(`http://${host}`)?.hostname;
}
