import {
  findSignIn,
  signInByDevice,
  type TokenRequest,
  type Tokens,
  beginSignIn,
} from '@formwork/client/sign-in';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../errors/errors.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeLine } from '../terminal/safe-text.ts';

/** The settings of a sign-in that a person can give on the command line. */
export interface SignInSettings {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly resource?: string;
  readonly device?: boolean;
  /** False does not open a browser; the person opens the printed address. Default true. */
  readonly browser?: boolean;
}

/**
 * Signs a person in at the provider that an agent names, and returns the tokens. @throws
 * SignInError, UsageError
 */
export async function signIn(
  url: string,
  {
    wishes,
    console,
    signal,
  }: {
    readonly wishes: SignInSettings;
    readonly console: Console;
    readonly signal: AbortSignal;
  },
): Promise<Tokens> {
  const request = await createRequest(url, wishes, signal);
  const issuer = toSafeLine(request.issuer);
  if (wishes.device === true) {
    return signInByDevice({
      ...request,
      signal,
      show: (order) => {
        console.err(`To sign in at ${issuer}, open ${toSafeLine(order.url)}`);
        console.err(`and type this code: ${toSafeLine(order.code)}`);
      },
    });
  }
  return signInByBrowser({
    ...request,
    signal,
    open: (page) => {
      console.err(`To sign in at ${issuer}, open ${toSafeLine(page)}`);
      if (wishes.browser !== false) openBrowser(page);
    },
  });
}

async function createRequest(
  url: string,
  { issuer, clientId, scope, resource }: SignInSettings,
  signal: AbortSignal,
): Promise<TokenRequest> {
  const discovered = issuer === undefined ? await findSignIn(url, { signal }) : undefined;
  if (clientId === undefined) {
    throw new UsageError(
      `Cannot sign in at ${toSafeLine(issuer ?? discovered?.issuer ?? '')} because it has to know this program: give --client-id, the id that it was registered with.`,
    );
  }
  const scopeText = scope ?? (discovered === undefined ? undefined : discovered.scopes.join(' '));
  const target = resource ?? discovered?.resource;
  return {
    issuer: issuer ?? discovered?.issuer ?? '',
    clientId,
    ...(scopeText !== undefined && scopeText !== '' && { scope: scopeText }),
    ...(target !== undefined && { resource: target }),
  };
}

/** The programs that open an address in the browser, where it is not `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the browser of this machine. It does not matter if that fails, because the
 * address was printed before.
 */
function openBrowser(page: string): void {
  // `start` of cmd would end the address at its first &, and Explorer reads commas in it.
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const { protocol } = new URL(page);
  // The system might start a program for any other kind of address.
  if (protocol !== 'https:' && protocol !== 'http:') return;
  const child = spawn(command, [...args, page], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

/**
 * Signs a person in with a browser on this machine: the authorization code flow with PKCE, whose
 * last step calls a port of this process (RFC 8252). The provider has to know the redirect address
 * `http://127.0.0.1/callback`, with any port.
 *
 * @throws SignInError when the person or the provider says no; the reason of the signal
 */
async function signInByBrowser(
  options: TokenRequest & {
    /** Shows the provider's page to the person, such as by opening a browser. */
    readonly open: (url: string) => void | Promise<void>;
    /** A signal that ends the attempt to sign in. */
    readonly signal?: AbortSignal;
  },
): Promise<Tokens> {
  const { open, signal } = options;
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const begun = await beginSignIn({ ...options, redirectUrl });
    const arrival = waitForCallback(server, { redirectUrl, state: begun.state, signal });
    const [arrived] = await Promise.all([arrival, open(begun.url)]);
    return await begun.finish(arrived);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Waits until the provider sends the browser back to this process, and resolves with the address
 * that was called.
 */
function waitForCallback(
  server: Server,
  {
    redirectUrl,
    state,
    signal,
  }: {
    readonly redirectUrl: string;
    readonly state: string;
    readonly signal: AbortSignal | undefined;
  },
): Promise<URL> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason);
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', redirectUrl);
      // Other pages in the browser can call this port too.
      const isOurs = url.pathname === '/callback' && url.searchParams.get('state') === state;
      response.statusCode = isOurs ? 200 : 404;
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.setHeader('Connection', 'close');
      response.end(isOurs ? 'You can close this page and go back.' : 'There is nothing here.');
      if (isOurs) resolve(url);
    });
  });
}
