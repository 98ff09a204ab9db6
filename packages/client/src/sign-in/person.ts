import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignInError } from '../errors.ts';
import { beginSignIn } from './code-flow.ts';
import { describeFault, findProvider } from './provider.ts';
import { toParameters, type TokenRequest, type Tokens, toTokens } from './tokens.ts';

/** Options of {@link signInByBrowser}. */
export interface BrowserSignInOptions extends TokenRequest {
  /** Shows the page of the provider to the person, such as by opening a browser. */
  readonly open: (url: string) => void | Promise<void>;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/**
 * Signs a person in with a browser on this machine: the authorization code flow with PKCE, which
 * leads back to a port of this process (RFC 8252). The provider has to know the redirect address
 * `http://127.0.0.1/callback`, with any port.
 *
 * @throws SignInError when the person or the provider says no; the reason of the signal
 *
 * @example
 * ```ts
 * import { signInByBrowser } from '@formwork/client/sign-in';
 *
 * const tokens = await signInByBrowser({
 *   issuer: 'https://login.example.com',
 *   clientId: 'terminal',
 *   open: (url) => console.log(`Open ${url}`),
 * });
 * ```
 */
export async function signInByBrowser(options: BrowserSignInOptions): Promise<Tokens> {
  const { open, signal } = options;
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const { url, state, finish } = await beginSignIn({ ...options, redirectUrl });
    const arrival = waitForCallback(server, { redirectUrl, state, signal });
    const [arrived] = await Promise.all([arrival, open(url)]);
    return await finish(arrived);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Options of {@link signInByDevice}. */
export interface DeviceSignInOptions extends TokenRequest {
  /** Tells the person where to go, and the code to type there. */
  readonly show: (order: { readonly url: string; readonly code: string }) => void | Promise<void>;
  /** Gives up. */
  readonly signal?: AbortSignal;
}

/**
 * Signs a person in who has a browser elsewhere, such as on a phone: the device flow (RFC 8628).
 * Resolves once they have typed the code.
 *
 * @throws SignInError when the person or the provider says no, or nothing in time; the reason of the
 * signal
 *
 * @example
 * ```ts
 * import { signInByDevice } from '@formwork/client/sign-in';
 *
 * const tokens = await signInByDevice({
 *   issuer: 'https://login.example.com',
 *   clientId: 'terminal',
 *   show: ({ url, code }) => console.log(`Open ${url} and type ${code}`),
 * });
 * ```
 */
export async function signInByDevice(options: DeviceSignInOptions): Promise<Tokens> {
  const { resource, show, signal } = options;
  const client = await import('openid-client');
  const provider = await findProvider(options);
  try {
    const order = await client.initiateDeviceAuthorization(provider, toParameters(options));
    await show({
      url: order.verification_uri_complete ?? order.verification_uri,
      code: order.user_code,
    });
    const target: Record<string, string> = resource === undefined ? {} : { resource };
    const polling = { ...(signal && { signal }) };
    return toTokens(
      await client.pollDeviceAuthorizationGrant(provider, order, target, polling),
      options,
    );
  } catch (cause) {
    signal?.throwIfAborted();
    throw new SignInError(
      `The provider ${options.issuer} gives no token: ${describeFault(cause)}`,
      {
        cause,
      },
    );
  }
}

interface CallbackOptions {
  readonly redirectUrl: string;
  readonly state: string;
  readonly signal: AbortSignal | undefined;
}

/** Waits until the browser comes back from the provider, and resolves to where it came. */
function waitForCallback(
  server: Server,
  { redirectUrl, state, signal }: CallbackOptions,
): Promise<URL> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', redirectUrl);
      // Other pages of the browser find the port as well.
      const isOurs = url.pathname === '/callback' && url.searchParams.get('state') === state;
      response.statusCode = isOurs ? 200 : 404;
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.setHeader('Connection', 'close');
      response.end(isOurs ? 'You can close this page and go back.' : 'There is nothing here.');
      if (isOurs) resolve(url);
    });
  });
}
