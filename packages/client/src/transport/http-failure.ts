import { toErrorText } from '@formwork/schema/errors';
import { hasStreams } from './watch-body.ts';

/**
 * An HTTP answer with an error status, and the beginning of its body. It never leaves this package.
 */
export class HttpFailure extends Error {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  /** The body of the HTTP error: parsed if it is JSON, else the beginning of its text. */
  readonly body: unknown;

  constructor(response: Response, body: unknown) {
    super(`HTTP ${response.status}`);
    this.status = response.status;
    this.retryAfterMs = parseRetryAfter(response.headers.get('retry-after'));
    this.body = body;
  }
}

const STATUS_REASONS: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [413, 'TOO_LARGE'],
  [429, 'RATE_LIMITED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'UNAVAILABLE'],
]);

/**
 * Returns the reason code of a `RequestError`, such as `NOT_FOUND`, for the HTTP status of an
 * answer that gives no reason itself; `undefined` for a status that says little.
 */
export function findStatusReason(status: number): string | undefined {
  return STATUS_REASONS.get(status);
}

/** The most bytes that are read of the body of an HTTP error. */
const MAX_BODY = 65_536;

/** Reads an HTTP answer with an error status, up to a limit, because its body may be long. */
export async function readHttpFailure(response: Response): Promise<HttpFailure> {
  const { body } = response;
  if (body === null) return new HttpFailure(response, '');
  const text = hasStreams(response) ? await readBeginning(body) : await response.text();
  return new HttpFailure(response, parseBody(text));
}

async function readBeginning(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  try {
    for (let count = 0; count < MAX_BODY;) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The body broke off, but the text that has arrived is enough for an error message.
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.slice(0, 500);
  }
}

/**
 * Parses the header `Retry-After` to milliseconds (RFC 9110 section 10.2.3); `undefined` if it is
 * missing or wrong.
 */
export function parseRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** The most nested causes of an error that are described. */
const MAX_CAUSES = 3;

/**
 * Describes in one line why a request failed. The error of `fetch` says only "fetch failed"; the
 * reason is in its cause, or in the code of the cause.
 */
export function describeFault(thrown: unknown): string {
  const texts: string[] = [];
  for (
    let current: unknown = thrown;
    current !== undefined && texts.length < MAX_CAUSES;
    current = current instanceof Error ? current.cause : undefined
  ) {
    const text = describeError(current);
    if (text !== '' && !texts.includes(text)) texts.push(text);
  }
  const [first = 'nothing is known', ...causes] = texts;
  return causes.length === 0 ? first : `${first} (${causes.join(': ')})`;
}

function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return toErrorText(thrown).split('\n')[0] ?? '';
  const [message = ''] = thrown.message.split('\n');
  if (message !== '') return message;
  // When several addresses were tried, the error of all of them has no message of its own.
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' ? code : thrown.name;
}
