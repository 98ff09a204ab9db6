import { RequestError } from '@formwork/client';
import { isFormworkError } from '@formwork/schema';
import { type BodyFailure, toBodyFailure, UNAVAILABLE_SECONDS } from '@formwork/server/internal';
import { RefusedError } from './refused-error.ts';

/** An error in the form in which a page receives it. */
export interface GatewayError {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The code of the error, such as `GATEWAY_REFUSED` or `CONNECT_FAILED`. */
  readonly code: string;
  /**
   * The reason for the error, such as `HOST`, `NETWORK` or `UNAUTHENTICATED`; `''` if it has none.
   */
  readonly reason: string;
  readonly message: string;
  /** The time to wait before another attempt, in milliseconds; absent if none is known. */
  readonly retryAfterMs?: number;
}

const BODY_STATUS: Readonly<Record<BodyFailure['kind'], number>> = {
  'too-large': 413,
  'not-json': 400,
  'media-type': 415,
  unreadable: 400,
};

/**
 * Converts an error into the form that a page receives; `undefined` for a fault of this server,
 * whose details pages must not see.
 */
export function toGatewayError(error: unknown): GatewayError | undefined {
  if (error instanceof RefusedError) {
    const { status, code, reason, message, retryAfterMs } = error;
    return { status, code, reason, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (isFormworkError(error)) {
    const { code, message } = error;
    const request = findRequestError(error);
    const retryAfterMs = request?.retryAfterMs;
    return {
      status: request?.reason === 'ADDRESS_REFUSED' ? 403 : 502,
      code,
      reason: request?.reason ?? '',
      message,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
  const body = toBodyFailure(error);
  if (body === undefined) return undefined;
  const status = BODY_STATUS[body.kind];
  return { status, code: 'GATEWAY_REFUSED', reason: 'BODY', message: body.message };
}

/**
 * Returns the seconds after which a request may come again: what is known, or a few for one
 * that cannot be answered for now. `undefined` if waiting does not help.
 */
export function findWaitSeconds({
  status,
  retryAfterMs,
}: Pick<GatewayError, 'status' | 'retryAfterMs'>): number | undefined {
  if (retryAfterMs !== undefined) return Math.ceil(retryAfterMs / 1_000);
  return status === 503 ? UNAVAILABLE_SECONDS : undefined;
}

/**
 * Finds the failed request in an error or its causes, because `connect` wraps it in another error.
 */
function findRequestError(error: unknown): RequestError | undefined {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if (current instanceof RequestError) return current;
  }
  return undefined;
}
