import { isRecord } from '@formwork/schema/json';
import { RequestError } from '../errors.ts';
import { loadPart } from '../load-part.ts';
import type { EventIds } from './event-ids.ts';
import { checkNumbers, createEventCheck, withExactNumbers } from './exact-numbers.ts';
import { resolveHeaders, type HeaderSource } from './headers.ts';
import { readHttpFailure } from './http-failure.ts';
import {
  dropBody,
  createLimit,
  createSilenceWatch,
  hasStreams,
  ResponseTooLarge,
  watchBody,
  type ByteStream,
} from './watch-body.ts';

/** Options of {@link createFetch}: credentials, and limits on answers. */
export interface CreateFetchOptions {
  readonly fetch: typeof fetch;
  readonly headers: HeaderSource | undefined;
  /** The origins that the headers may be sent to. */
  readonly origins: ReadonlySet<string>;
  /**
   * The largest answer to a single request that is read, in bytes; streams have their own limit.
   */
  readonly maxResponseBytes: number;
  /** The largest stream that is read, in bytes. */
  readonly maxStreamBytes: number;
  /** The readers of event ids, each found by the signal of the request that opens its stream. */
  readonly taps: WeakMap<AbortSignal, EventIds>;
}

/**
 * Makes the `fetch` of all requests to an agent: it adds credentials, sets limits, and throws
 * errors with the agent's own words.
 */
export function createFetch(options: CreateFetchOptions): typeof fetch {
  const { headers } = options;
  return async (input, init = {}) => {
    const isKnown = headers !== undefined && options.origins.has(new URL(urlOf(input)).origin);
    let response = await fetchWithoutRedirect(
      options,
      input,
      isKnown ? await addHeaders(init, headers, false) : init,
    );
    if (response.status === 401 && isKnown && typeof headers === 'function') {
      await dropBody(response);
      response = await fetchWithoutRedirect(options, input, await addHeaders(init, headers, true));
    }
    if (!response.ok) throw await readHttpFailure(response);
    const bounded = boundResponse(response, init, options);
    return (isPlainAnswer(response, init) ? await toEventStream(bounded) : undefined) ?? bounded;
  };
}

function urlOf(input: RequestInfo | URL): string | URL {
  return typeof input === 'string' || input instanceof URL ? input : input.url;
}

async function fetchWithoutRedirect(
  { fetch: fetchImpl }: CreateFetchOptions,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  // Workers know no `redirect: 'error'`, and only so does an error say where a redirect leads.
  const response = await fetchImpl(input, { ...init, redirect: 'manual' });
  await refuseRedirect(response, urlOf(input));
  return response;
}

/**
 * Refuses a redirect: an agent that moves changes its card. The `fetch` of React Native follows all
 * redirects; the answer is refused as well.
 *
 * @throws RequestError
 */
export async function refuseRedirect(response: Response, from: string | URL): Promise<void> {
  const { type, status, headers, redirected, url } = response;
  const location = redirected ? url : headers.get('location');
  const leadsOn = status >= 300 && status < 400 && location !== null;
  if (!leadsOn && !redirected && type !== 'opaqueredirect') return;
  await dropBody(response);
  const target = location === null ? null : URL.parse(location, from);
  const current = target === null ? 'a redirect that cannot be read here' : namePage(target);
  throw new RequestError(
    `Cannot do the request because ${namePage(new URL(from))} must answer itself and not redirect: current target is ${current}. Its owner has to name the new address in the card.`,
    { reason: 'REDIRECTED', ...(status > 0 && { status }) },
  );
}

/** Writes an address without what may be secret in it. */
function namePage({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.slice(0, 300);
}

async function addHeaders(
  init: RequestInit,
  headers: HeaderSource,
  refused: boolean,
): Promise<RequestInit> {
  const added = await resolveHeaders(headers, { refused, signal: init.signal ?? undefined });
  const all = new Headers(init.headers);
  for (const [name, value] of Object.entries(added)) all.set(name, value);
  return { ...init, headers: all };
}

function boundResponse(
  response: Response,
  { signal }: RequestInit,
  { maxResponseBytes, maxStreamBytes, taps }: CreateFetchOptions,
): Response {
  const { body, headers } = response;
  if (body === null) return response;
  // Without streams, an answer comes whole, and its numbers are all that is left to check.
  if (!hasStreams(response)) return withExactNumbers(response);
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
    const ids = signal === undefined || signal === null ? undefined : taps.get(signal);
    const count = createLimit(maxStreamBytes);
    const tap = ids?.tap();
    const check = createEventCheck();
    const { onBytes, silenceMs } = createSilenceWatch();
    const watch = (bytes: Uint8Array): void => {
      count(bytes);
      check(bytes);
      tap?.(bytes);
      onBytes(bytes);
    };
    return replaceBody(response, watchBody(body, watch, { silenceMs }));
  }
  const length = headers.get('content-length');
  if (length === null || headers.has('content-encoding')) {
    return withExactNumbers(replaceBody(response, watchBody(body, createLimit(maxResponseBytes))));
  }
  if (Number(length) > maxResponseBytes) {
    void dropBody(response);
    throw new ResponseTooLarge(maxResponseBytes);
  }
  return withExactNumbers(response);
}

function replaceBody(response: Response, body: ByteStream): Response {
  const { status, statusText, headers } = response;
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    statusText,
    headers,
  });
}

/** True for an answer in JSON to a request that asked for a stream. */
function isPlainAnswer(response: Response, { headers }: RequestInit): boolean {
  if (readAccept(headers) !== 'text/event-stream') return false;
  const type = response.headers.get('content-type') ?? '';
  return /^application\/(?:[\w.+-]+\+)?json\b/iu.test(type);
}

/**
 * Reads the header `Accept` without making a `Headers` object, because this runs for every answer.
 */
function readAccept(headers: RequestInit['headers']): string | undefined {
  if (headers instanceof Headers) return headers.get('accept') ?? undefined;
  // The SDK's transports write the header with this capital letter.
  return isRecord(headers) ? String(headers['Accept']) : undefined;
}

/**
 * Turns a JSON answer to a request for a stream into a stream of one event: some agents claim to
 * stream and then answer at once, with the same content. `undefined` for any other answer, errors
 * included, which the transports read themselves.
 */
async function toEventStream(response: Response): Promise<Response | undefined> {
  const text = await response.clone().text();
  checkNumbers(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value['error'] !== undefined) return undefined;
  await dropBody(response);
  const { status, statusText } = response;
  // The JSON is written again on one line, because an event ends at a line break.
  return new Response(`data: ${JSON.stringify(value)}\n\n`, {
    status,
    statusText,
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** The name under which the OpenTelemetry API keeps what is registered. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/**
 * Wraps a `fetch` so that every request has a span of OpenTelemetry, whose id is sent to the agent
 * for its own spans. Returns the same function if tracing is off: the code of spans is loaded only
 * where an SDK is registered.
 */
export async function traceFetch(fetchImpl: typeof fetch): Promise<typeof fetch> {
  if (!(REGISTRY in globalThis)) return fetchImpl;
  const { openTelemetry } = await loadPart('reports spans', () => import('@formwork/telemetry'));
  const telemetry = openTelemetry();
  if (telemetry === undefined) return fetchImpl;
  return async (input, init = {}) => {
    const url = URL.parse(input instanceof Request ? input.url : input);
    const span = telemetry.startSpan('call', {
      attributes: {
        'http.request.method': init.method ?? 'GET',
        'server.address': url?.hostname ?? '',
        ...(url !== null && url.port !== '' && { 'server.port': Number(url.port) }),
      },
    });
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(telemetry.inject(span.context))) {
      headers.set(name, value);
    }
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const response = await span.run(() => fetchImpl(input, { ...init, headers }));
      span.set('http.response.status_code', response.status);
      outcome = response.ok ? 'ok' : 'refused';
      return response;
    } finally {
      span.end(outcome === 'ok' ? undefined : outcome);
      telemetry.record('calls', (performance.now() - startedAt) / 1000, { outcome });
    }
  };
}
