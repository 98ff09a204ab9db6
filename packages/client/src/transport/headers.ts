import { isRecord } from '@formwork/schema/internal';
import { RequestError } from '../errors.ts';
import { describeFault } from './http-failure.ts';
import { untilAborted } from './signals.ts';

/** Headers by name. */
export type HeaderMap = Readonly<Record<string, string>>;

/**
 * Gives the headers that say who calls, such as `Authorization`. After a 401 it is called once
 * more, with `refused: true`: then it SHOULD get a new token, and the request is repeated once. If
 * it throws, the request fails with a `RequestError` whose `reason` is `HEADERS`.
 */
export type HeadersHook = (call: {
  readonly refused: boolean;
}) => HeaderMap | Headers | Promise<HeaderMap | Headers>;

/** Headers, or a function that gives them. */
export type HeaderSource = HeaderMap | Headers | HeadersHook;

/** The form of headers, in words to follow "must be". */
export const HEADERS = 'Headers, or an object of strings that can be headers';

/** Options of {@link resolveHeaders}. */
export interface ResolveHeadersOptions {
  /** True if the headers before were refused. */
  readonly refused: boolean;
  /** Ends the wait for a hook. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Gets the headers of a request. @throws RequestError if a hook gives none; the reason of the
 * signal.
 */
export async function resolveHeaders(
  source: HeaderSource,
  { refused, signal }: ResolveHeadersOptions,
): Promise<HeaderMap> {
  if (typeof source !== 'function') return toHeaderMap(source);
  let given: HeaderMap | Headers;
  try {
    given = await untilAborted(() => source({ refused }), signal);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new RequestError(
      `Cannot do the request as the function for headers must give some: current outcome is ${JSON.stringify(describeFault(cause))}`,
      { reason: 'HEADERS', cause },
    );
  }
  const fault = findHeaderFault(given);
  if (fault === undefined) return toHeaderMap(given);
  throw new RequestError(
    `Cannot do the request as the function for headers must give ${HEADERS}: current value is ${fault}`,
    { reason: 'HEADERS' },
  );
}

/**
 * Finds what is wrong with headers; `undefined` if nothing is. Shows no values: they may be secrets,
 * which must not stand in errors.
 */
export function findHeaderFault(value: unknown): string | undefined {
  if (isHeaders(value)) return undefined;
  if (!isRecord(value)) {
    if (Array.isArray(value)) return 'an array';
    return value === null ? 'null' : typeof value;
  }
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (kind !== 'Object') return `an object of the kind ${kind}`;
  for (const [name, text] of Object.entries(value)) {
    const place = `an object whose ${JSON.stringify(name.slice(0, 100))}`;
    if (typeof text !== 'string') return `${place} is ${text === null ? 'null' : typeof text}`;
    if (!isHeader(name, text)) return `${place} cannot be a header`;
  }
  return undefined;
}

function toHeaderMap(headers: HeaderMap | Headers): HeaderMap {
  return isHeaders(headers) ? Object.fromEntries(headers.entries()) : headers;
}

/** True for `Headers`, also of another realm or of a package. */
function isHeaders(value: unknown): value is Headers {
  return (
    Object.prototype.toString.call(value) === '[object Headers]' &&
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'entries') === 'function'
  );
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
