import { RequestError } from '@formwork/client';
import { isFormworkError } from '@formwork/schema';
import { toBodyFailure, type BodyFailure } from '@formwork/server/internal';
import { RefusedError } from './refused-error.ts';

/** An error as a page is told of it. */
export interface GatewayError {
  /** HTTP status. */
  readonly status: number;
  /** Of the error, such as `GATEWAY_REFUSED`, `CONNECT_FAILED`. */
  readonly code: string;
  /** Such as `HOST`, `NETWORK`, `UNAUTHENTICATED`; `''` if there is none. */
  readonly reason: string;
  readonly message: string;
  /** How long to wait before another attempt, in milliseconds. */
  readonly retryAfterMs?: number;
}

const BODY_STATUS: Readonly<Record<BodyFailure['kind'], number>> = {
  'too-large': 413,
  'not-json': 400,
  'media-type': 415,
  unreadable: 400,
};

/** Describes an error for a page; `undefined` for one that is our own fault and nobody else's business. */
export function toGatewayError(error: unknown): GatewayError | undefined {
  if (error instanceof RefusedError) {
    const { status, code, reason, message } = error;
    return { status, code, reason, message };
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

/** The error itself, or what it was caused by: `connect` tells of a failed request in its own words. */
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
