import { RefusedError } from '../errors/refused-error.ts';
import type { FormsSignIn } from '../forms-options.ts';
import {
  beginSignIn,
  type CodeSignIn,
  createTokenHeaders,
  refreshTokens,
  type TokenHeaders,
  type Tokens,
} from '@formwork/client/sign-in';
import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import { type Request, type Response, Router } from 'express';
import { randomBytes, createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Options of {@link createSignInRouter}. */
export interface SignInRouterOptions {
  readonly signIn: FormsSignIn;
  readonly sessions: PageSessions;
  /** The address of the agent, which the page is beside. */
  readonly agentUrl: () => string;
  readonly logger: TaskLogger;
}

/** Somebody who is at the page of the provider. */
interface Visit {
  readonly signIn: CodeSignIn;
  /** The cookie of the browser that went there: nobody else may come back. */
  readonly browser: string;
  /** The place in the page to come back to. */
  readonly hash: string;
  readonly timer: NodeJS.Timeout;
}

/** How long somebody may take at the provider, in milliseconds. */
const VISIT_MS = 10 * 60_000;

/** People who are there at once. */
const MAX_VISITS = 1_000;

const VISIT_COOKIE = 'formwork-visit';

/** A place in the page: no address of elsewhere. */
const HASH = /^#[\w!$&'()*+,;=:@/?%.~-]{0,2000}$/u;

/** Signs people in at a provider, and keeps their tokens from the page. */
export function createSignInRouter(options: SignInRouterOptions): Router {
  const { sessions, logger } = options;
  const { pageUrl: given, ...request } = options.signIn;
  const visits = new Map<string, Visit>();

  /** The address of the page: of the options, or beside the agent, where this router is mounted. */
  function toPageUrl({ baseUrl }: Request): URL {
    const mount = baseUrl.replace(/\/api$/u, '/');
    return new URL(given ?? new URL(mount, options.agentUrl()));
  }

  function take(state: string | undefined): Visit | undefined {
    const visit = state === undefined ? undefined : visits.get(state);
    if (visit === undefined || state === undefined) return undefined;
    clearTimeout(visit.timer);
    visits.delete(state);
    return visit;
  }

  async function begin(incoming: Request, response: Response): Promise<void> {
    const pageUrl = toPageUrl(incoming);
    const to = readText(incoming.query['to']) ?? '';
    const hash = HASH.test(to) ? to : '';
    if (incoming.headers.host !== pageUrl.host) {
      // The cookie has to be of the name that the provider leads back to.
      const next = new URL('api/sign-in', pageUrl);
      next.searchParams.set('to', hash);
      response.redirect(303, next.href);
      return;
    }
    const redirectUrl = new URL('api/sign-in/callback', pageUrl).href;
    const signIn = await beginSignIn({ ...request, redirectUrl });
    const browser = randomBytes(24).toString('base64url');
    const timer = setTimeout(() => visits.delete(signIn.state), VISIT_MS).unref();
    visits.set(signIn.state, { signIn, browser, hash, timer });
    const [oldest] = visits.keys();
    if (visits.size > MAX_VISITS) take(oldest);
    const path = new URL('api/sign-in', pageUrl).pathname;
    const secure = pageUrl.protocol === 'https:' ? '; Secure' : '';
    response.setHeader(
      'Set-Cookie',
      `${VISIT_COOKIE}=${browser}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=600${secure}`,
    );
    response.redirect(303, signIn.url);
  }

  async function finish(incoming: Request, response: Response): Promise<void> {
    const pageUrl = toPageUrl(incoming);
    const visit = take(readText(incoming.query['state']));
    const cookies = (incoming.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    // Else somebody could have others sign in as themselves without a word.
    if (visit === undefined || !cookies.includes(`${VISIT_COOKIE}=${visit.browser}`)) {
      throw new RefusedError(
        'SIGN_IN',
        'Cannot sign in because this browser did not begin it here, or took too long. Go back to the page and sign in again.',
      );
    }
    const arrived = new URL('api/sign-in/callback', pageUrl);
    arrived.search = new URL(incoming.originalUrl, pageUrl).search;
    try {
      const value = sessions.keep(await visit.signIn.finish(arrived));
      response.setHeader('Set-Cookie', writeCookie({ pageUrl, value }));
    } catch (error) {
      // The page is where the person goes on from; why it failed is for the operator.
      logger.warn('Cannot sign somebody in', { error: toErrorText(error).split('\n')[0] ?? '' });
    }
    response.redirect(303, `${pageUrl.href}${visit.hash}`);
  }

  function end(incoming: Request, response: Response): void {
    sessions.forget(incoming);
    response.setHeader('Set-Cookie', writeCookie({ pageUrl: toPageUrl(incoming) }));
    response.json({});
  }

  const router = Router();
  router.get('/sign-in', begin);
  router.get('/sign-in/callback', finish);
  router.post('/sign-out', end);
  return router;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The browser of somebody who signed in. */
interface PageSession {
  readonly headers: TokenHeaders;
  /** When it was last used, in milliseconds since 1970. */
  usedAt: number;
}

/** People who signed in through the page. Tokens stay here: browsers have a cookie alone. */
export interface PageSessions {
  /** Returns the headers with the token of whoever sends a request; `undefined` if they did not sign in. */
  find(request: IncomingMessage): TokenHeaders | undefined;
  /** Keeps tokens, and returns the value of a new cookie. */
  keep(tokens: Tokens): string;
  forget(request: IncomingMessage): void;
}

const COOKIE = 'formwork-session';

/** How long somebody stays signed in who does nothing, in milliseconds. */
const IDLE_MS = 8 * 3_600_000;

/** People who are signed in at once; the one who did nothing for longest has to sign in again. */
const MAX_SESSIONS = 10_000;

/** Makes the sessions, in memory: who restarts the server signs everybody out. */
export function createPageSessions(): PageSessions {
  /** By the hash of the cookie, the one used last at the end. */
  const sessions = new Map<string, PageSession>();

  function read(
    request: IncomingMessage,
  ): readonly [key: string, session: PageSession] | undefined {
    const value = readCookie(request);
    const key = value === undefined ? '' : toKey(value);
    const session = sessions.get(key);
    if (session === undefined) return undefined;
    sessions.delete(key);
    if (Date.now() - session.usedAt > IDLE_MS) return undefined;
    session.usedAt = Date.now();
    sessions.set(key, session);
    return [key, session];
  }

  return {
    find: (request) => read(request)?.[1].headers,
    keep(tokens) {
      const value = randomBytes(32).toString('base64url');
      const headers = createTokenHeaders({
        tokens,
        renew: (before = tokens) => refreshTokens(before),
      });
      sessions.set(toKey(value), { headers, usedAt: Date.now() });
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return value;
    },
    forget(request) {
      const found = read(request);
      if (found !== undefined) sessions.delete(found[0]);
    },
  };
}

/** Options of {@link writeCookie}. */
interface CookieOptions {
  /** The address of the page. */
  readonly pageUrl: URL;
  /** Absent to have it forgotten. */
  readonly value?: string;
}

/** Writes the cookie that a browser sends with requests of the page, and no script can read. */
function writeCookie({ pageUrl, value }: CookieOptions): string {
  return [
    `${COOKIE}=${value ?? ''}`,
    `Path=${pageUrl.pathname}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(pageUrl.protocol === 'https:' ? ['Secure'] : []),
    ...(value === undefined ? ['Max-Age=0'] : []),
  ].join('; ');
}

/** Reads the cookie; `undefined` where there is none, or more than one. */
function readCookie({ headers }: IncomingMessage): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.filter((pair) => pair.startsWith(`${COOKIE}=`));
  return own.length === 1 ? own[0]?.slice(COOKIE.length + 1) : undefined;
}

/** Whoever reads the memory of this process finds no cookie that opens anything. */
function toKey(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
