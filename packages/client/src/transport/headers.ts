import { isRecord } from '@formwork/schema/json';
import { RequestError } from '../errors.ts';
import { describeFault } from './http-failure.ts';
import { untilAborted } from './signals.ts';

/** HTTP headers as an object: values by name. */
export type HeaderMap = Readonly<Record<string, string>>;

/**
 * A function that returns the headers that say who calls, such as `Authorization`. After a 401 it
 * is called once more, with `refused: true`: then it SHOULD get a new token, and the request is
 * repeated once. If it throws, the request fails with a `RequestError` whose `reason` is `HEADERS`.
 */
export type HeadersHook = (call: {
  readonly refused: boolean;
}) => HeaderMap | Headers | Promise<HeaderMap | Headers>;

/** The headers that say who calls, or a function that returns them for each request. */
export type HeaderSource = HeaderMap | Headers | HeadersHook;

/** The description of valid headers in error messages, where it follows "must be". */
export const HEADERS = 'Headers, or an object of strings that can be headers';

/**
 * Gets the headers of a request from their source.
 *
 * @throws RequestError if the function for them fails; the reason of the signal.
 */
export async function resolveHeaders(
  source: HeaderSource,
  {
    refused,
    signal,
  }: {
    /** True if the agent has just refused the headers of the request before. */
    readonly refused: boolean;
    /** A signal that ends the wait for the headers. */
    readonly signal: AbortSignal | undefined;
  },
): Promise<HeaderMap> {
  if (typeof source !== 'function') return toHeaderMap(source);
  let fields: HeaderMap | Headers;
  try {
    fields = await untilAborted(() => source({ refused }), signal);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new RequestError(
      `Cannot do the request because the function for headers must give some: current outcome is ${JSON.stringify(describeFault(cause))}`,
      { reason: 'HEADERS', cause },
    );
  }
  const fault = findHeaderFault(fields);
  if (fault === undefined) return toHeaderMap(fields);
  throw new RequestError(
    `Cannot do the request because the function for headers must give ${HEADERS}: current value is ${fault}`,
    { reason: 'HEADERS' },
  );
}

/**
 * Describes the fault of invalid headers; `undefined` for valid ones. The description shows no
 * values, because they may be secrets.
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
    const subject = `an object whose ${JSON.stringify(name.slice(0, 100))}`;
    if (typeof text !== 'string') return `${subject} is ${text === null ? 'null' : typeof text}`;
    if (!isHeader(name, text)) return `${subject} cannot be a header`;
  }
  return undefined;
}

function toHeaderMap(headers: HeaderMap | Headers): HeaderMap {
  return isHeaders(headers) ? Object.fromEntries(headers.entries()) : headers;
}

/** True for a `Headers` object, also one of another realm or of a polyfill. */
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
