/** The longest address that is read, in characters; those that are signed have some thousands. */
const MAX_LENGTH = 8192;

/**
 * Reads an address from outside; `undefined` if it is none, or too long for one. Node 22
 * sorts the marks of a host by insertion: 100,000 of them take three seconds. Addresses that hold
 * their data have no host.
 *
 * @example
 * parseUrl('https://example.com/a')?.host; // 'example.com'
 */
export function parseUrl(text: string): URL | undefined {
  if (text.length > MAX_LENGTH && !/^data:/iu.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}
