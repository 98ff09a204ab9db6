import {
  createTokenHeaders,
  refreshTokens,
  type TokenHeaders,
  type Tokens,
} from '@formwork/client/sign-in';
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The browser of somebody who signed in. */
interface PageSession {
  readonly headers: TokenHeaders;
  /** When it was last used, in milliseconds since 1970. */
  usedAt: number;
}

/** People who signed in through the page. Tokens stay here: browsers have a cookie alone. */
export interface PageSessions {
  /** Returns the headers of whoever sends a request; `undefined` for somebody who did not sign in. */
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
export function writeCookie({ pageUrl, value }: CookieOptions): string {
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
