import { parseUrl } from '@formwork/schema/json';
/** Reads the address of a sign-in; `undefined` unless it is one that a browser opens as a page. */
export function toSignInAddress(text: string | undefined):
  | {
      /** The address without user name and password, which could make it look like another address. */
      readonly url: string;
      /** The host that the address really leads to, whatever the address looks like. */
      readonly host: string;
    }
  | undefined {
  const url = text === undefined ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  url.username = '';
  url.password = '';
  return { url: url.href, host: url.host };
}

/**
 * Removes user names and passwords from the addresses within a text, because they can make an
 * address look like another.
 */
export function withoutUsers(text: string): string {
  return text.replaceAll(/\b(https?:\/\/)[^\s/?#\\]*@/giu, '$1');
}

/** True if the operator allows that a person is sent to this address. */
export function mayOpenAddress(url: string, allowedHosts: readonly string[] = []): boolean {
  const { protocol, host, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname);
  if (protocol !== 'https:' && !isLocal) return false;
  return allowedHosts.some((allowedHost) => allowedHost === host || allowedHost === hostname);
}
