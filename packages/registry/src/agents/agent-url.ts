import { createHash } from 'node:crypto';

/** Longer ones are none that anybody typed. */
const MAX_LENGTH = 2_048;

const WELL_KNOWN = /\/\.well-known\/agent(?:-card)?\.json$/u;

/**
 * The address of an agent, spelt in the one way that all its spellings share: that of a card at a
 * well-known path is that of its agent. `undefined` for what is no address: it must be http or
 * https, and hold no user name or password.
 */
export function parseAgentUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  if (url.search !== '') return url.href;
  return url.href.replace(WELL_KNOWN, '').replace(/\/+$/u, '');
}

/** The id of the agent at an address that {@link parseAgentUrl} gave: 26 letters and digits. */
export function toAgentId(url: string): string {
  return `a${createHash('sha256').update(url).digest('hex').slice(0, 25)}`;
}
