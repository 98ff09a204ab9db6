import { RefusedError } from '../errors/refused-error.ts';

/** The maximum length of an agent's address, in characters. */
const MAX_LENGTH = 2_048;

/**
 * Parses the address of an agent into one spelling: the host in lower case, IP addresses in their
 * usual form, without a fragment or slashes at the end. `undefined` for a text that is not an http
 * or https address, or holds a user name or password.
 */
export function parseAgentUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.search === '' ? url.href.replace(/(?<!\/)\/+$/u, '') : url.href;
}

/** True for an address that {@link parseAgentUrl} accepts. */
export function isAgentUrl(value: unknown): boolean {
  return parseAgentUrl(value) !== undefined;
}

/**
 * Reads the address of an agent that a page has sent, in the spelling of {@link parseAgentUrl}.
 *
 * @throws RefusedError
 */
export function readAgentUrl(value: unknown): string {
  const url = parseAgentUrl(value);
  if (url !== undefined) return url;
  // The error does not show the text, because it may contain a user name or password.
  const shown = typeof value === 'string' ? 'another text' : JSON.stringify(value);
  throw new RefusedError(
    'AGENT',
    `Cannot call the agent because its address must be an http or https URL of at most ${MAX_LENGTH} characters, without a user name or password: current value is ${shown}`,
    { status: 400 },
  );
}
