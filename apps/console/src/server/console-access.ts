import { type PageSessions, RefusedError } from '@formwork/forms/internal';
import { isLoopbackAddress, isLoopbackHost, type RequestHead } from '@formwork/network';
import { type AdapterHost, type Caller, UnauthenticatedError } from '@formwork/server';

/** The operator who sends a request. */
export interface Operator {
  /** The caller; `undefined` on a server without authentication. */
  readonly caller: Caller | undefined;
  /** The IP address of the connection; `undefined` if it is not known. */
  readonly address: string | undefined;
}

/** Decides who may use the console. */
export interface ConsoleAccess {
  /**
   * Resolves to the operator who sends a request.
   *
   * @throws UnauthenticatedError without accepted credentials, and RefusedError for a caller
   * without the scope, and for one elsewhere where only this machine may
   */
  admit(request: RequestHead): Promise<Operator>;
  /**
   * Refuses everybody beyond this machine on a server without authentication; there the page itself
   * is for this machine alone.
   *
   * @throws RefusedError for a request from elsewhere
   */
  checkLocalRequest(request: RequestHead): void;
}

/** Makes the access to the console of a server. */
export function createConsoleAccess({
  host,
  sessions,
  scope,
}: {
  readonly host: AdapterHost;
  readonly sessions: PageSessions;
  readonly scope: string;
}): ConsoleAccess {
  const { authentication, identify } = host;

  /** Adds the token of the person who has signed in, where `identify` looks for it. */
  async function addToken(request: RequestHead): Promise<void> {
    if (request.headers.authorization !== undefined) return;
    // Without a token, the request is refused, and the page asks the operator to sign in again.
    const { authorization } = (await sessions.readHeaders(request)) ?? {};
    if (authorization !== undefined) request.headers.authorization = authorization;
  }

  function checkLocalRequest(request: RequestHead): void {
    if (authentication !== 'none' || isOfThisMachine(request)) return;
    throw new RefusedError(
      'SCOPE',
      'Cannot show the console because this server has no authentication: only this machine may see it, and not through a proxy.',
    );
  }

  return {
    checkLocalRequest,
    async admit(request) {
      const address = request.socket.remoteAddress;
      if (authentication === 'none') {
        checkLocalRequest(request);
        return { caller: undefined, address };
      }
      await addToken(request);
      const caller = await identify(request);
      if (caller.id === undefined) {
        throw new UnauthenticatedError(identify.challengeFor?.([scope]) ?? 'Bearer');
      }
      if (caller.scopes.includes(scope)) return { caller, address };
      throw new RefusedError(
        'SCOPE',
        `Cannot show the console because the credentials must have the scope ${JSON.stringify(scope)}: current scopes are ${JSON.stringify(caller.scopes.join(' '))}`,
      );
    },
  };
}

/**
 * The names of headers by which a proxy says that it passes on the request of another machine: those
 * of standards, any that names an address, and those of single products.
 */
const PROXY_HEADER =
  /^(?:forwarded|via|cdn-loop|(?:.*-)?(?:client)?(?:ip|addr|address)|(?:x-forwarded|x-original|proxy|wl-proxy|cf|cloudfront|fastly|fly|x-(?:amz|amzn|appengine|arr|azure|cloud|envoy|nf|vercel))(?:-.+)?)$/u;

/**
 * Returns true for a request that was sent on this machine to a name of this machine, from a page
 * of such a name or from none. A proxy on this machine passes on requests of others, so its headers
 * and its public name are refused. One that adds no header and names this machine itself cannot be
 * distinguished from a program of this machine, if the one who calls through it sends no page
 * either.
 */
function isOfThisMachine({ socket, headers }: RequestHead): boolean {
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => PROXY_HEADER.test(name))) return false;
  const { host = '', origin, referer } = headers;
  const addresses = [`http://${host}`, origin, referer].filter((address) => address !== undefined);
  return addresses.every((address) => isLoopbackHost(URL.parse(address)?.hostname ?? ''));
}
