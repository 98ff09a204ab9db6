import { beginSignIn, type TokenRequest, type Tokens } from '@formwork/client/sign-in';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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
 */
export async function signInByBrowser(options: BrowserSignInOptions): Promise<Tokens> {
  const { open, signal } = options;
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const signIn = await beginSignIn({ ...options, redirectUrl });
    const arrival = waitForCallback(server, { redirectUrl, state: signIn.state, signal });
    const [arrived] = await Promise.all([arrival, open(signIn.url)]);
    return await signIn.finish(arrived);
  } finally {
    server.closeAllConnections();
    server.close();
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
