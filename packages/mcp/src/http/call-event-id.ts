import { parseJson } from '@formwork/schema/json';

/** The beginning of the id of an event that names the call whose stream it is in. */
const CALL = 'call-';

/** The character before the handle of a task; an encoded request id never has it. */
const BEFORE_HANDLE = ';';

/** The first character of a request id in base64url; JSON never begins with it. */
const BASE64 = '~';

/**
 * The highest number of characters in an id with a handle: hosts send the id back in a header, and
 * servers between limit these.
 */
const MAX_ID = 4096;

/** The call that the id of an event names, and its task once there is one. */
export interface CallEventId {
  /** The id of the JSON-RPC request that is the call. */
  readonly request: string | number;
  /** The encrypted handle of the task that the call has begun or goes on with. */
  readonly handle?: string | undefined;
}

/** Writes the id of an event; one that would be too long leaves the handle out. */
export function toCallEventId({ request, handle }: CallEventId): string {
  const call = `${CALL}${encodeRequestId(request)}`;
  const whole = handle === undefined ? call : `${call}${BEFORE_HANDLE}${handle}`;
  return whole.length > MAX_ID ? call : whole;
}

/** Reads the id of an event; `undefined` for an id that names no call. */
export function parseCallEventId(text: string): CallEventId | undefined {
  if (!text.startsWith(CALL)) return undefined;
  const [encoded = '', ...handles] = text.slice(CALL.length).split(BEFORE_HANDLE);
  const request = parseRequestId(encoded);
  return request === undefined ? undefined : { request, handle: handles[0] };
}

/** Encodes the id of a request for a header: as it is read best, unless another form is shorter. */
function encodeRequestId(request: string | number): string {
  const json = JSON.stringify(request);
  const escaped = encodeURIComponent(json);
  // Percent signs take up to nine characters for a letter beyond ASCII, base64 at most four.
  const packed = `${BASE64}${Buffer.from(json).toString('base64url')}`;
  return packed.length < escaped.length ? packed : escaped;
}

function parseRequestId(text: string): string | number | undefined {
  try {
    const json = text.startsWith(BASE64)
      ? Buffer.from(text.slice(BASE64.length), 'base64url').toString()
      : decodeURIComponent(text);
    const id: unknown = parseJson(json);
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
