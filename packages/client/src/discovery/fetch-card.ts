import { isFormworkError } from '@formwork/schema/errors';
import {
  type CardLocation,
  isCardMiss,
  isCardOf,
  isOtherType,
  listCardLocations,
  nameUrl,
  quoteInput,
  type RawCard,
} from '@formwork/schema/internal/addresses';
import { isRecord, previewJson } from '@formwork/schema/json';
import { ConnectError, RequestError } from '../errors.ts';
import { resolveHeaders, type HeaderMap, type HeaderSource } from '../transport/headers.ts';
import { describeFault, parseRetryAfter, findStatusReason } from '../transport/http-failure.ts';
import { withRetry, type RetryOptions } from '../transport/retry.ts';
import {
  dropBody,
  hasStreams,
  readBoundedText,
  ResponseTooLarge,
} from '../transport/watch-body.ts';

/** Options of {@link fetchCard}: how the card is requested, and within which limits. */
export interface FetchCardOptions {
  readonly fetch: typeof fetch;
  readonly headers: HeaderSource | undefined;
  readonly cache: CardCache | undefined;
  readonly maxBytes: number;
  /** The longest time to fetch the card, all attempts together, in milliseconds. */
  readonly timeoutMs: number;
  readonly retry: Required<RetryOptions>;
  readonly signal: AbortSignal | undefined;
}

/** An agent card as it was received; only its size has been checked. */
export interface FetchedCard {
  readonly raw: RawCard;
  /** The URL at which the card was found, after redirects. */
  readonly url: string;
  /** True if the bodies of answers are streams. */
  readonly hasStreams: boolean;
}

const MAX_REDIRECTS = 3;

/**
 * Finds the card of an agent at one of the places that {@link listCardLocations} lists. Failures that
 * may be over soon are retried within the time limit.
 *
 * @throws ConnectError
 */
export async function fetchCard(url: string, options: FetchCardOptions): Promise<FetchedCard> {
  const places = listCardLocations(parseAddress(url));
  const { retry, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal =
    options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const failure: { last?: unknown } = {};
  const attempt = async (candidate: CardLocation): Promise<FetchedCard | undefined> => {
    try {
      return await readFrom(candidate, { ...options, signal });
    } catch (error) {
      // An attempt that the timeout cut off says less than one that failed by itself.
      if (failure.last === undefined || !signal.aborted) failure.last = error;
      throw error;
    }
  };
  const misses: unknown[] = [];
  let stranger: FetchedCard | undefined;
  try {
    for (const candidate of places) {
      const context = { retry, signal, isRepeatable: true };
      const card = await withRetry(() => attempt(candidate), context).catch((error: unknown) => {
        const isLeft = isMiss(error, candidate) || (!signal.aborted && isHidden(error, candidate));
        if (places.length === 1 || !isLeft) throw error;
        misses.push(error);
        return undefined;
      });
      if (card === undefined) continue;
      if (isCardOf(card.raw, candidate, url)) return card;
      if (candidate.kind === 'origin') stranger ??= card;
    }
  } catch (error) {
    throw toConnectError(failure.last ?? error, timeout.aborted ? timeoutMs : undefined);
  }
  const refusal = misses.find((error) => (error as RequestError).status === 403);
  if (stranger !== undefined && !refusal) throw createStrangerError(stranger, url);
  if (misses.length > 0) throw toConnectError(refusal ?? misses[0], undefined);
  throw createNothingError(places);
}

/** @throws ConnectError if the text is no web address */
function parseAddress(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/u.test(url.protocol)) return url;
  throw new ConnectError(
    `Cannot connect because the URL must begin with http:// or https://: current value is ${quoteInput(text)}`,
  );
}

/** True for an answer that is no card, so that the card may be at the next place. */
function isMiss(error: unknown, { kind }: CardLocation): boolean {
  if (error instanceof ConnectError) return true;
  if (!(error instanceof RequestError)) return false;
  return isCardMiss(error.status ?? 0) || (kind === 'address' && error.reason === 'TOO_LARGE');
}

/**
 * True for a failure in a page that may only mean that the page must not read the answer: a server
 * may send CORS headers with its card, and none with the answer that there is nothing.
 */
function isHidden(error: unknown, { url }: CardLocation): boolean {
  const page: unknown = Reflect.get(globalThis, 'origin');
  const isElsewhere = typeof page === 'string' && page !== url.origin;
  return isElsewhere && error instanceof RequestError && error.status === undefined;
}

function createStrangerError({ raw, url }: FetchedCard, requestedUrl: string): ConnectError {
  const { origin } = new URL(url);
  return new ConnectError(
    `Cannot connect because there must be an agent card for ${nameUrl(new URL(requestedUrl))}: the card at ${nameUrl(new URL(url))} is of agent ${previewJson(raw['name'])}, and names no door there. Pass ${origin} if that agent is meant.`,
  );
}

function createNothingError(places: readonly CardLocation[]): ConnectError {
  const [first, ...tail] = places;
  const addresses = places.map(({ url }) => nameUrl(url)).join(' and ');
  const advice =
    first === undefined || tail.length === 0
      ? 'Pass the URL of the agent if its card is elsewhere.'
      : 'Pass the URL of the card itself if it is elsewhere.';
  return new ConnectError(
    `Cannot connect because there must be an agent card: nothing was found at ${addresses}. ${advice}`,
  );
}

/** Fetches the agent card at one URL; returns `undefined` if there is nothing at it. */
async function readFrom(
  { url: start, kind }: CardLocation,
  options: FetchCardOptions,
): Promise<FetchedCard | undefined> {
  const cached = await options.cache?.get(start.href);
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await requestCard(
      url,
      options,
      {
        Accept: 'application/json',
        // Without this header, fetch adds "no-cache" to conditional requests, and servers answer in
        // full.
        'Cache-Control': 'max-age=0',
        'A2A-Version': '1.0',
        ...(cached?.etag !== undefined && { 'If-None-Match': cached.etag }),
        ...(cached?.lastModified !== undefined && { 'If-Modified-Since': cached.lastModified }),
      },
      start,
    );
    const source = { url: url.href, hasStreams: hasStreams(response) };
    if (response.status === 304 && cached !== undefined) {
      await dropBody(response);
      return { raw: parseCard(cached.text, url), ...source };
    }
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await dropBody(response);
      url = resolveRedirect(location, url);
      continue;
    }
    const isOther = kind === 'address' && isOtherType(response.headers.get('content-type'));
    if (response.status === 404 || response.status === 410 || isOther) {
      await dropBody(response);
      return undefined;
    }
    if (!response.ok) {
      await dropBody(response);
      throw createStatusError(url, response, options);
    }
    const text = await readCardText(response, url, options.maxBytes);
    const raw = parseCard(text, url);
    await options.cache?.set(start.href, { text, ...readValidators(response.headers) });
    return { raw, ...source };
  }
  throw new ConnectError(
    `Cannot connect because the card must be found after at most ${MAX_REDIRECTS} redirects: current place is ${nameUrl(url)}`,
  );
}

// oxlint-disable-next-line max-params -- the first request decides who may see credentials
async function requestCard(
  url: URL,
  { fetch: fetchImpl, headers, signal }: FetchCardOptions,
  baseHeaders: HeaderMap,
  start: URL,
): Promise<Response> {
  try {
    const get = async (refused: boolean): Promise<Response> => {
      const isHome = url.origin === start.origin && headers !== undefined;
      const added = isHome ? await resolveHeaders(headers, { refused, signal }) : {};
      return fetchImpl(url, {
        headers: { ...baseHeaders, ...added },
        redirect: 'manual',
        ...(signal !== undefined && { signal }),
      });
    };
    const response = await get(false);
    // Browsers do not show where a redirect leads: they follow it, without the headers.
    if (response.type === 'opaqueredirect') {
      return await fetchImpl(url, {
        headers: baseHeaders,
        ...(signal !== undefined && { signal }),
      });
    }
    if (response.status !== 401 || typeof headers !== 'function') return response;
    await dropBody(response);
    return await get(true);
  } catch (error) {
    // The caller's own fetch or headers have said why; that is no fault of the network.
    if (isFormworkError(error)) throw error;
    throw new RequestError(
      `Cannot connect because ${nameUrl(url)} must answer: current outcome is ${JSON.stringify(describeFault(error))}. See whether the agent runs and can be reached from here.`,
      { reason: 'NETWORK', cause: error },
    );
  }
}

function resolveRedirect(location: string, from: URL): URL {
  const target = URL.canParse(location, from) ? new URL(location, from) : undefined;
  // A card that was asked for over https must not come over http, where anybody could change it.
  const isSafe = target?.protocol === 'https:' || target?.protocol === from.protocol;
  if (target !== undefined && isSafe && /^https?:$/u.test(target.protocol)) return target;
  throw new ConnectError(
    `Cannot connect because the card must not be redirected to anything but https: current value is ${JSON.stringify(location.slice(0, 200))}`,
  );
}

function createStatusError(
  url: URL,
  { status, headers }: Response,
  options: Pick<FetchCardOptions, 'headers'>,
): RequestError {
  const advice = adviseAfter(status, options);
  return new RequestError(
    `Cannot connect because ${nameUrl(url)} must answer with a card: current answer is HTTP ${status}.${advice}`,
    {
      reason: findStatusReason(status) ?? 'REFUSED',
      status,
      retryAfterMs: parseRetryAfter(headers.get('retry-after')),
    },
  );
}

/** Says what may help after a status; never what was just done. */
function adviseAfter(status: number, { headers }: Pick<FetchCardOptions, 'headers'>): string {
  if (status === 401 || status === 403) {
    return headers === undefined
      ? ' Pass headers that say who calls.'
      : ' It refuses the headers that were passed: ask its owner what it takes.';
  }
  return status === 429 || status >= 500 ? ' Try again later.' : '';
}

/**
 * Reads the body of an answer that holds a card.
 *
 * @throws RequestError when it is too large, or breaks off.
 */
async function readCardText(response: Response, url: URL, maxBytes: number): Promise<string> {
  try {
    return await readBoundedText(response, maxBytes);
  } catch (cause) {
    if (cause instanceof ResponseTooLarge) {
      throw new RequestError(
        `Cannot connect because the card at ${nameUrl(url)} must have at most ${maxBytes} bytes: it has more. Raise maxCardBytes if it has to be larger.`,
        { reason: 'TOO_LARGE', cause },
      );
    }
    throw new RequestError(
      `Cannot connect because the card at ${nameUrl(url)} must arrive whole: current outcome is ${JSON.stringify(describeFault(cause))}`,
      { reason: 'NETWORK', cause },
    );
  }
}

/**
 * Parses the text of an agent card.
 *
 * @throws ConnectError if it is not a JSON object.
 */
function parseCard(text: string, url: URL): RawCard {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    raw = undefined;
  }
  if (isRecord(raw)) return raw;
  throw new ConnectError(
    `Cannot connect because ${nameUrl(url)} must be an agent card: current value is ${JSON.stringify(text.slice(0, 60))}`,
  );
}

function readValidators(headers: Headers): { etag?: string; lastModified?: string } {
  const etag = headers.get('etag');
  const lastModified = headers.get('last-modified');
  return {
    ...(etag !== null && { etag }),
    ...(lastModified !== null && { lastModified }),
  };
}

function toConnectError(error: unknown, passed: number | undefined): unknown {
  if (!(error instanceof RequestError)) return error;
  const note =
    passed === undefined
      ? ''
      : ` No more than ${passed} ms were to be spent on the card; see cardTimeoutMs.`;
  return new ConnectError(error.message + note, { cause: error });
}

/**
 * An agent card in a cache, as it was received, with the ETag or the date by which the agent can
 * confirm that it is still current.
 */
export interface CachedCard {
  readonly text: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/**
 * A cache that keeps agent cards by their URL. An implementation MUST return the card that was set
 * last, or nothing; it MAY forget cards at any time. It MUST NOT be shared between callers whose
 * cards may differ.
 */
export interface CardCache {
  readonly get: (url: string) => CachedCard | undefined | Promise<CachedCard | undefined>;
  readonly set: (url: string, card: CachedCard) => void | Promise<void>;
}

/** The most cards that a cache in memory keeps. */
const MAX_CARDS = 100;

/**
 * Makes a cache in memory that keeps the 100 agent cards used last.
 *
 * @example
 * ```ts
 * import { connect, createCardCache } from '@formwork/client';
 *
 * // Connections of one user share it; another user's card may say more.
 * const cardCache = createCardCache();
 * await connect('https://agents.example.com', { cardCache });
 * ```
 */
export function createCardCache(): CardCache {
  const cards = new Map<string, CachedCard>();
  return {
    get: (url) => cards.get(url),
    set: (url, card) => {
      cards.delete(url);
      cards.set(url, card);
      const [oldest] = cards.keys();
      if (cards.size > MAX_CARDS && oldest !== undefined) cards.delete(oldest);
    },
  };
}
