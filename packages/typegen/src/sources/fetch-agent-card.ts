import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import { REMOTE_LIMITS, type TypegenLimits } from '../limits.ts';
import { toPreview } from '../prepare/to-preview.ts';
import { fetchText } from './fetch-text.ts';
import { fromAgentCard } from './from-agent-card.ts';
import { parseJson } from './read-json.ts';

/** Options of {@link fetchAgentCard}. */
export interface FetchAgentCardOptions {
  /** Sent with every request, for agents whose cards are not public. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For the whole time until the card is read. Default 10,000. */
  readonly timeoutMs?: number;
  /** Default: {@link REMOTE_LIMITS}. */
  readonly limits?: Partial<TypegenLimits>;
  readonly signal?: AbortSignal;
}

/** Where the card may stand (A2A 1.0, section 8.2), and where it did before 0.3. */
const PATHS = ['.well-known/agent-card.json', '.well-known/agent.json'];

/**
 * Types for the agent at an address: of its card itself, if the address ends in `.json`, else of
 * the agent, whose card is looked for in the well-known places below it.
 *
 * At most three redirects are followed, and only within the same origin. Throws a
 * `TypegenSourceError` when there is no card, and a `TypegenLimitError` when it is too large.
 */
export async function fetchAgentCard(
  address: string | URL,
  options: FetchAgentCardOptions = {},
): Promise<TypeSource> {
  const url = parseAddress(String(address));
  const limits = { ...REMOTE_LIMITS, ...options.limits };
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const headers = { accept: 'application/json', 'a2a-version': '1.0', ...options.headers };
  for (const place of toPlaces(url)) {
    const text = await fetchText(place, { signal, headers, maxCharacters: limits.maxCharacters });
    if (text === undefined) continue;
    const shown = toShown(url);
    return fromAgentCard(parseJson(text, place.href, 'unreachable'), {
      origin: shown,
      url: shown,
      limits,
    });
  }
  throw new TypegenSourceError(
    `Cannot generate types as ${toPreview(url.href)} must have an agent card: there is none in ${PATHS.join(' or ')}`,
    { reason: 'unreachable' },
  );
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypegenSourceError(
      `Cannot fetch an agent card as its address must be an http or https URL: current value is ${toPreview(text)}`,
      { reason: 'name' },
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypegenSourceError(
      'Cannot fetch an agent card as its address must have no user name and password in it: send them with the option "headers"',
      { reason: 'name' },
    );
  }
  return url;
}

function toPlaces(url: URL): readonly URL[] {
  if (url.pathname.endsWith('.json')) return [url];
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return PATHS.map((path) => new URL(path, base));
}

/** The address without what may be secret. */
function toShown(url: URL): string {
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}
