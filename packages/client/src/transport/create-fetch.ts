import { resolveHeaders, type HeaderSource } from './headers.ts';
import { toHttpFailure } from './http-failure.ts';
import { ResponseTooLarge } from './response-too-large.ts';
import { isPlainAnswer, toEventStream } from './to-event-stream.ts';
import { watchBody, type ByteStream } from './watch-body.ts';
import type { EventIds } from './event-ids.ts';

/** Options of {@link createFetch}. */
export interface CreateFetchOptions {
  readonly fetch: typeof fetch;
  readonly headers: HeaderSource | undefined;
  /** Origins that may see these headers. */
  readonly origins: ReadonlySet<string>;
  /** Largest answer that is no stream, in bytes. */
  readonly maxResponseBytes: number;
  /** Most bytes of one stream. */
  readonly maxStreamBytes: number;
  /** Whose stream a request is for, by its signal. */
  readonly taps: WeakMap<AbortSignal, EventIds>;
}

/** The `fetch` of all requests: credentials, limits, and errors that keep what the agent said. */
export function createFetch(options: CreateFetchOptions): typeof fetch {
  const { headers } = options;
  return async (input, init = {}) => {
    const isKnown = headers !== undefined && options.origins.has(new URL(toUrl(input)).origin);
    let response = await send(
      options,
      input,
      isKnown ? await addHeaders(init, headers, false) : init,
    );
    if (response.status === 401 && isKnown && typeof headers === 'function') {
      await response.body?.cancel();
      response = await send(options, input, await addHeaders(init, headers, true));
    }
    if (!response.ok) throw await toHttpFailure(response);
    const bounded = toBounded(response, init, options);
    return (isPlainAnswer(response, init) ? await toEventStream(bounded) : undefined) ?? bounded;
  };
}

function send(
  { fetch: fetchImpl }: CreateFetchOptions,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  // An agent that moves says so in its card.
  return fetchImpl(input, { ...init, redirect: 'error' });
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

function toBounded(
  response: Response,
  { signal }: RequestInit,
  { maxResponseBytes, maxStreamBytes, taps }: CreateFetchOptions,
): Response {
  const { body, headers } = response;
  if (body === null) return response;
  if (headers.get('content-type')?.startsWith('text/event-stream') === true) {
    const ids = signal === undefined || signal === null ? undefined : taps.get(signal);
    const count = createLimit(maxStreamBytes);
    const tap = ids?.tap();
    const watch = (bytes: Uint8Array): void => {
      count(bytes);
      tap?.(bytes);
    };
    return replaceBody(response, watchBody(body, watch));
  }
  const length = headers.get('content-length');
  if (length === null || headers.has('content-encoding')) {
    return replaceBody(response, watchBody(body, createLimit(maxResponseBytes)));
  }
  if (Number(length) > maxResponseBytes) {
    void body.cancel();
    throw new ResponseTooLarge(maxResponseBytes);
  }
  return response;
}

function replaceBody(response: Response, body: ByteStream): Response {
  const { status, statusText, headers } = response;
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    statusText,
    headers,
  });
}

/** Counts bytes, and throws at the first that is too many. */
export function createLimit(most: number): (bytes: Uint8Array) => void {
  let count = 0;
  return ({ byteLength }) => {
    count += byteLength;
    if (count > most) throw new ResponseTooLarge(most);
  };
}

function toUrl(input: RequestInfo | URL): string | URL {
  return typeof input === 'string' || input instanceof URL ? input : input.url;
}
