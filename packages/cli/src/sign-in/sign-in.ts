import {
  findSignIn,
  signInByDevice,
  type TokenRequest,
  type Tokens,
} from '@formwork/client/sign-in';
import { spawn } from 'node:child_process';
import { signInByBrowser } from './sign-in-by-browser.ts';
import { UsageError } from '../errors/errors.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeLine } from '../terminal/safe-text.ts';

/** How somebody wants to sign in. */
export interface SignInWishes {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly resource?: string;
  readonly device?: boolean;
  /** False leaves it to the person to open the page. Default true. */
  readonly browser?: boolean;
}

/** Signs a person in at the provider of an agent. @throws SignInError, UsageError */
export async function signIn(
  url: string,
  {
    wishes,
    console,
    signal,
  }: {
    readonly wishes: SignInWishes;
    readonly console: Console;
    readonly signal: AbortSignal;
  },
): Promise<Tokens> {
  const request = await createRequest(url, wishes, signal);
  const place = toSafeLine(request.issuer);
  if (wishes.device === true) {
    return signInByDevice({
      ...request,
      signal,
      show: (order) => {
        console.err(`To sign in at ${place}, open ${toSafeLine(order.url)}`);
        console.err(`and type this code: ${toSafeLine(order.code)}`);
      },
    });
  }
  return signInByBrowser({
    ...request,
    signal,
    open: (page) => {
      console.err(`To sign in at ${place}, open ${toSafeLine(page)}`);
      if (wishes.browser !== false) openBrowser(page);
    },
  });
}

async function createRequest(
  url: string,
  { issuer, clientId, scope, resource }: SignInWishes,
  signal: AbortSignal,
): Promise<TokenRequest> {
  const found = issuer === undefined ? await findSignIn(url, { signal }) : undefined;
  if (clientId === undefined) {
    throw new UsageError(
      `Cannot sign in at ${toSafeLine(issuer ?? found?.issuer ?? '')} because it has to know this program: give --client-id, the id that it was registered with.`,
    );
  }
  const wanted = scope ?? (found === undefined ? undefined : found.scopes.join(' '));
  const target = resource ?? found?.resource;
  return {
    issuer: issuer ?? found?.issuer ?? '',
    clientId,
    ...(wanted !== undefined && wanted !== '' && { scope: wanted }),
    ...(target !== undefined && { resource: target }),
  };
}

/** Opens a page in the browser of this machine, if there is one; the address was printed anyway. */
function openBrowser(page: string): void {
  const command =
    process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  const { protocol } = new URL(page);
  // Nothing else is an address of a page, and the system would start a program for it.
  if (protocol !== 'https:' && protocol !== 'http:') return;
  const child = spawn(command, [page], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
