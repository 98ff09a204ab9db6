import {
  type CardLocation,
  isCardMiss,
  isCardOf,
  isOtherType,
  listCardLocations,
  nameAddress,
  quoteAddress,
} from '@formwork/schema/internal';
import { quote, isRecord } from '@formwork/schema/json';
import { TypegenLimitError, TypegenSourceError } from '../errors.ts';
import { REMOTE_LIMITS, type TypegenLimits } from '../limits.ts';
import type { TypeSource } from '../type-source.ts';
import { fromAgentCard } from './agent-card.ts';
import { parseJson } from './document.ts';

/** Options of {@link fetchAgentCard}: headers, the time to wait, and limits on the card. */
export interface FetchAgentCardOptions {
  /**
   * The headers that are sent with every request, for agents whose cards are not public. Default:
   * none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest time until the card has been read, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The limits of the card. Default: {@link REMOTE_LIMITS}. */
  readonly limits?: Partial<TypegenLimits>;
  readonly signal?: AbortSignal;
}

const MAX_REDIRECTS = 3;

/**
 * Makes a source of types from the agent at an address: that of the card itself if it ends in
 * `.json`, else that of the agent, whose card is looked for in the well-known places below it, at
 * the address itself, and in those of its origin, as `connect` does.
 *
 * It follows at most three redirects, and only within the same origin.
 *
 * @throws TypegenSourceError when there is no card, and a `TypegenLimitError` when it is too large
 *
 * @example
 * ```ts
 * import { fetchAgentCard, generateTypes } from '@formwork/typegen';
 *
 * const { code } = await generateTypes(await fetchAgentCard('https://agents.example.com'));
 * ```
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
  const places = listCardLocations(url);
  const misses: TypegenSourceError[] = [];
  const { maxCharacters } = limits;
  for (const candidate of places) {
    const text = await fetchText(candidate, { signal, headers, maxCharacters, misses });
    const card = text === undefined ? undefined : readCard(text, candidate, url);
    if (card === undefined) continue;
    const safeUrl = withoutSecrets(url);
    return fromAgentCard(card, { origin: safeUrl, url: safeUrl, limits });
  }
  const addresses = places.map(({ url: { href } }) => nameAddress(new URL(href))).join(' or ');
  throw (
    misses[0] ??
    new TypegenSourceError(
      `Cannot generate types because ${quote(nameAddress(url))} must have an agent card: there is none at ${addresses}`,
      { reason: 'unreachable' },
    )
  );
}

/** Returns the card that a place holds; `undefined` for what is none where anything may be. */
function readCard(text: string, candidate: CardLocation, { href }: URL): unknown {
  if (candidate.kind === 'card') return parseJson(text, candidate.url.href, 'unreachable');
  try {
    const card: unknown = JSON.parse(text);
    return isRecord(card) && isCardOf(card, candidate, href) ? card : undefined;
  } catch {
    return undefined;
  }
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypegenSourceError(
      `Cannot fetch an agent card because its address must be an http or https URL: current value is ${quoteAddress(text)}`,
      { reason: 'name' },
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypegenSourceError(
      'Cannot fetch an agent card because its address must have no user name and password in it: send them with the option "headers"',
      { reason: 'name' },
    );
  }
  return url;
}

/** Returns an address without the parts of it that may be secret. */
function withoutSecrets(url: URL): string {
  return `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
}

/** Options of {@link fetchText}: headers, a signal to stop, and the limit of the text. */
interface FetchTextOptions {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  /** The longest body that is read, in characters; a longer one is refused. */
  readonly maxCharacters: number;
  /** Where an answer is noted that is no card, if the card may be elsewhere. */
  readonly misses: TypegenSourceError[];
}

/**
 * Fetches the text at a place; `undefined` if there is nothing that could be a card. It stays within
 * the place's origin.
 */
async function fetchText(
  { url, kind }: CardLocation,
  options: FetchTextOptions,
): Promise<string | undefined> {
  let address = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(address, options);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) {
      const isOther = kind === 'address' && isOtherType(response.headers.get('content-type'));
      if (!isOther) return readResponse(response, address, options);
      await response.body?.cancel();
      return undefined;
    }
    await response.body?.cancel();
    const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined;
    if (next?.origin !== url.origin) {
      throw new TypegenSourceError(
        `Cannot fetch ${quote(nameAddress(address))} because it must stay within its origin: it redirects to ${quoteAddress(location)}`,
        { reason: 'unreachable' },
      );
    }
    address = next;
  }
  throw new TypegenSourceError(
    `Cannot fetch ${quote(nameAddress(url))} because it must redirect ${MAX_REDIRECTS} times at most: it goes on`,
    { reason: 'unreachable' },
  );
}

async function request(url: URL, { signal, headers }: FetchTextOptions): Promise<Response> {
  try {
    return await fetch(url.href, { signal, headers, redirect: 'manual' });
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

async function readResponse(
  response: Response,
  url: URL,
  { maxCharacters, misses }: FetchTextOptions,
): Promise<string | undefined> {
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    const refusal = new TypegenSourceError(
      `Cannot fetch ${quote(nameAddress(url))} because the answer must be a card: it is ${response.status}`,
      { reason: 'unreachable' },
    );
    if (!isCardMiss(response.status)) throw refusal;
    misses.push(refusal);
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > maxCharacters) {
        const expected = `be ${maxCharacters} characters long at most`;
        throw new TypegenLimitError(url.href, { name: 'maxCharacters', expected });
      }
    }
    return text + decoder.decode();
  } catch (cause) {
    throw cause instanceof TypegenLimitError ? cause : unreachable(url, cause);
  }
}

function unreachable(url: URL, cause: unknown): TypegenSourceError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? inner.message : String(inner);
  return new TypegenSourceError(
    `Cannot fetch ${quote(nameAddress(url))} because it must answer in time: ${reason}`,
    { cause, reason: 'unreachable' },
  );
}
