import { parseUrl } from '../json/bounded-url.ts';
import { previewJson, quote } from '../problems/preview-json.ts';

/** Matches texts that may be an address, or a list of settings with a password. */
const ADDRESS = /@|:\/\/|\b(?:password|passwd|pwd|secret|token|key)=/iu;

const SCHEME = /^[a-z][a-z\d+.-]{0,20}:\/\//iu;

/** True for a text that may be an address with a secret in it. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Quotes a wrong text for a message, cut to 60 characters. Of one that may be an address with a
 * password, no more than the scheme is shown, because it is not sure where the password ends.
 */
export function quoteInput(text: string): string {
  if (!isAddress(text) || isPlainUrl(text)) return previewJson(text);
  const [scheme] = SCHEME.exec(text.trim()) ?? [];
  return scheme === undefined ? 'not shown' : quote(`${scheme}...`);
}

/** True for a URL that has no place for a password: it is a scheme, a host and a path. */
function isPlainUrl(text: string): boolean {
  return !/[@?#;=%\s\\]/u.test(text) && parseUrl(text) !== undefined;
}

/** Names a URL in a sentence: its origin and path. Pages load this, and not `toShownAddress`. */
export function nameUrl(url: string | URL): string {
  const parsed = parseUrl(String(url));
  if (parsed !== undefined && parsed.origin !== 'null') return `${parsed.origin}${parsed.pathname}`;
  const text = String(url);
  return isAddress(text) ? quoteInput(text) : text.replace(/[?#].*/su, '');
}
