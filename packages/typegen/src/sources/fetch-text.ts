import { TypegenLimitError } from '../errors/typegen-limit-error.ts';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import { toPreview } from '../prepare/to-preview.ts';

/** Options of {@link fetchText}. */
export interface FetchTextOptions {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body; nothing beyond is read. */
  readonly maxCharacters: number;
}

const MAX_REDIRECTS = 3;

/** The body at a URL; `undefined` if there is nothing (404). Stays within the URL's origin. */
export async function fetchText(url: URL, options: FetchTextOptions): Promise<string | undefined> {
  let place = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(place, options);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) {
      return readResponse(response, place, options);
    }
    await response.body?.cancel();
    const next = URL.canParse(location, place.href) ? new URL(location, place) : undefined;
    if (next?.origin !== url.origin) {
      throw new TypegenSourceError(
        `Cannot fetch ${toPreview(place.href)} as it must stay within its origin: it redirects to ${toPreview(location)}`,
        { reason: 'unreachable' },
      );
    }
    place = next;
  }
  throw new TypegenSourceError(
    `Cannot fetch ${toPreview(url.href)} as it must redirect ${MAX_REDIRECTS} times at most: it goes on`,
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
  { maxCharacters }: FetchTextOptions,
): Promise<string | undefined> {
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new TypegenSourceError(
      `Cannot fetch ${toPreview(url.href)} as the answer must be a card: it is ${response.status}`,
      { reason: 'unreachable' },
    );
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
    `Cannot fetch ${toPreview(url.href)} as it must answer in time: ${reason}`,
    { cause, reason: 'unreachable' },
  );
}
