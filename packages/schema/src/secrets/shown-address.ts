import { cutText, quote } from '../problems/preview-json.ts';
import { isAddress, quoteInput } from './named-url.ts';

/** The most characters of an address that are shown. */
const MAX_LENGTH = 200;

/** Matches the scheme of a URL, and what follows it. */
const URL_PARTS = /^([a-z][a-z\d+.-]*:\/\/)?(.*)$/isu;

const SCHEME = /^([a-z][a-z\d+.-]{0,20}:\/\/)/iu;

/** Matches what can only be hosts, each with or without a port. */
const HOSTS = /^(?:(?:[\w.~%-]+|\[[\da-f:.%]+\])(?::\d{1,5})?(?:,(?!$)|$))+$/iu;

/** Matches hosts of which the first has a port, so that they are no other word. */
const HOST_WITH_PORT = /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}(?:,|$)/iu;

/**
 * Returns the part of an address that everybody may read: its scheme, hosts and path, without user,
 * password, query and fragment. The address of anything (a database, a queue, a provider) may be
 * given with or without a scheme. Where it is not sure where a password ends, because it has
 * characters such as `@` or `/` unescaped, and for texts that are no address, it returns
 * `undefined`.
 */
export function toShownAddress(address: string): string | undefined {
  const [, scheme = '', afterScheme = ''] = URL_PARTS.exec(address.trim()) ?? [];
  const [authority = ''] = afterScheme.split(/[/\\?#;]/u, 1);
  const behind = afterScheme.slice(authority.length);
  // A password that has a slash ends behind it.
  if (behind.includes('@')) return undefined;
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  if (hosts !== '' && !HOSTS.test(hosts)) return undefined;
  const path = toPublicPath(behind);
  if (scheme === '') {
    // A text such as `password=...` or one word may be the secret itself.
    const isPath = authority === '' && path !== '';
    if (path.includes('=') || !(isPath || HOST_WITH_PORT.test(hosts))) return undefined;
  }
  const [shownAddress] = cutText(`${scheme}${hosts}${path}`, MAX_LENGTH).split(/\s/u);
  return shownAddress;
}

/**
 * True for the address of a server that has an `@` behind its host. A password with a `/`, `?` or `#`
 * that is not escaped may end there, while a driver takes what is before as host and port, and shows or
 * sends the rest as a path or parameters. Nothing tells such a rest from a value with an `@`.
 */
export function hasSplitPassword(address: string): boolean {
  const [, , afterScheme = ''] = URL_PARTS.exec(address.trim()) ?? [];
  const end = afterScheme.search(/[/?#]/u);
  return end !== -1 && afterScheme.includes('@', end);
}

/** The words behind an address that say how its password is written, and what follows its host. */
export const ESCAPED_PASSWORD =
  'with / ? # and @ in the user and the password, and @ behind the host, written as %2F %3F %23 and %40';

/**
 * Quotes what was given as an address for a message: as {@link toShownAddress} shows it, or with no
 * more than its scheme, or not at all. A text that cannot be an address is cut to 60 characters.
 */
export function quoteAddress(address: string): string {
  const shownAddress = isAddress(address) ? toShownAddress(address) : undefined;
  return shownAddress === undefined ? quoteInput(address) : quote(shownAddress);
}

/**
 * Names an address in a sentence, without quotes: as {@link toShownAddress} shows it, or with no more
 * than its scheme.
 */
export function nameAddress(address: string | URL): string {
  if (address instanceof URL && address.origin !== 'null') {
    return `${address.origin}${toPublicPath(address.pathname)}`;
  }
  const shownAddress = toShownAddress(String(address));
  if (shownAddress !== undefined) return shownAddress;
  const [, scheme = ''] = SCHEME.exec(String(address).trim()) ?? [];
  return `${scheme}...`;
}

function toPublicPath(path: string): string {
  return path.split(/[?#;]/u, 1)[0] ?? '';
}

/** Matches words in which an address may stand: with a scheme, or with a user before the host. */
const ADDRESSES = /[a-z][a-z\d+.-]*:\/\/[^\s"'`<>]+|[^\s"'`<>]*:[^\s"'`<>]*@[^\s"'`<>]*/giu;

/** The most characters of a text that are searched for addresses, and shown. */
const MAX_TEXT = 4_000;

/**
 * Replaces the addresses in a text, such as the message of a driver, by what may be shown of them. A
 * longer text is cut to 4,000 characters.
 */
export function hideAddresses(text: string): string {
  return cutText(text, MAX_TEXT).replaceAll(ADDRESSES, (address) =>
    // The lines of a stack name files.
    address.startsWith('file:///') ? address : nameAddress(address),
  );
}
