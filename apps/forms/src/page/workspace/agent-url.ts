/**
 * Makes the address of an agent from an entered text, adding `https://` if it is missing;
 * `undefined` if the text is no address.
 */
export function toAgentUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const isBare = /^[\w.-]+(?::\d+)?(?:\/|$)/u.test(trimmed);
  const isHere = /^(?:localhost|127\.)/u.test(trimmed);
  const full = isBare ? `${isHere ? 'http' : 'https'}://${trimmed}` : trimmed;
  try {
    const url = new URL(full);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    // Credentials are never part of an address, because addresses are stored and linked to.
    url.username = '';
    url.password = '';
    return url.href.replace(/\/$/u, '');
  } catch {
    return undefined;
  }
}
