import { RefusedError } from '../errors/refused-error.ts';

/** Longer ones are none that a person typed. */
const MAX_LENGTH = 2_048;

/**
 * The address of an agent, spelt in the one way that all its spellings share: the host in lower
 * case, numbers of hosts as they are connected to, without a fragment or slashes at its end.
 * `undefined` for what is no address: it must be http or https, and hold no user name or password.
 */
export function parseAgentUrl(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url.search === '' ? url.href.replace(/\/+$/u, '') : url.href;
}

/** True for what {@link parseAgentUrl} understands. */
export function isAgentUrl(value: unknown): boolean {
  return parseAgentUrl(value) !== undefined;
}

/** The address of an agent that a page asks for. @throws RefusedError */
export function readAgentUrl(value: unknown): string {
  const url = parseAgentUrl(value);
  if (url !== undefined) return url;
  // A name or a password in it would be shown.
  const shown = typeof value === 'string' ? 'another text' : JSON.stringify(value);
  throw new RefusedError(
    'AGENT',
    `Cannot call the agent as its address must be an http or https URL of at most ${MAX_LENGTH} characters, without a user name or password: current value is ${shown}`,
    { status: 400 },
  );
}
