import { request, type Dispatcher } from 'undici';

/** Statuses of answers that have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** What {@link fetchPlainly} can send; redirects are errors unless they are answers. */
export interface PlainInit {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly redirect: 'error' | 'manual';
  readonly dispatcher: Dispatcher;
}

/**
 * `fetch` for what needs little of it: a text goes out, an answer comes back as it was sent. The
 * whole `fetch` takes about three times the processor time. Fails as it does: with a `TypeError`
 * whose cause says why, or with the reason of the signal.
 */
export async function fetchPlainly(url: string, init: PlainInit): Promise<Response> {
  const { method = 'GET', headers, body = null, signal, redirect, dispatcher } = init;
  signal?.throwIfAborted();
  try {
    const answer = await request(url, {
      dispatcher,
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      body,
      ...(signal !== undefined && { signal }),
    });
    return toResponse(answer, { signal, redirect });
  } catch (cause) {
    throw toFailure('fetch failed', { cause, signal });
  }
}

function toResponse(
  { statusCode: status, headers: fields, body }: Dispatcher.ResponseData,
  { signal, redirect }: Pick<PlainInit, 'signal' | 'redirect'>,
): Response {
  // Whoever reads it is told; nobody may.
  body.on('error', () => {});
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one);
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    body.destroy();
    throw new Error(`The answer must not be encoded: its content-encoding is ${encoding}`);
  }
  if (redirect === 'error' && status >= 300 && status < 400 && headers.has('location')) {
    body.destroy();
    throw new Error('unexpected redirect');
  }
  if (!BODILESS.has(status)) return new Response(toStream(body, signal), { status, headers });
  body.resume();
  return new Response(null, { status, headers });
}

function toStream(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces: AsyncIterator<Uint8Array<ArrayBuffer>> = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (cause) {
          throw toFailure('terminated', { cause, signal });
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

interface FailureOptions {
  readonly cause: unknown;
  readonly signal: AbortSignal | undefined;
}

function toFailure(text: string, { cause, signal }: FailureOptions): unknown {
  return signal?.aborted === true ? signal.reason : new TypeError(text, { cause });
}
