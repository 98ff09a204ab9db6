import type { IncomingMessage } from 'node:http';

/** Options of {@link writeCookie}: the value of a cookie, and the address of its page. */
interface CookieOptions {
  readonly name: string;
  /** The address of the page; the cookie is limited to its path. */
  readonly pageUrl: URL;
  /** The value of the cookie; absent to delete it. */
  readonly value?: string;
}

/** Writes the `Set-Cookie` header of a person's session, for a cookie that no script can read. */
export function writeCookie({ name, pageUrl, value }: CookieOptions): string {
  return [
    `${name}=${value ?? ''}`,
    `Path=${pageUrl.pathname}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(pageUrl.protocol === 'https:' ? ['Secure'] : []),
    ...(value === undefined ? ['Max-Age=0'] : []),
  ].join('; ');
}

/** Reads a cookie from a request; `undefined` if the request has none or several of the name. */
export function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return own.length === 1 ? own[0]?.slice(name.length + 1) : undefined;
}
