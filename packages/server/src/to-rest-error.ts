import {
  restStatusFor,
  toRestErrorBody,
  type A2AError,
  type ErrorDetail,
} from '@a2a-js/sdk/errors';
import type { InternalError } from './errors/internal-error.ts';
import { findRefusal } from './refusal.ts';
import { toErrorDetails } from './to-error-details.ts';

/** An error answer of A2A REST: `google.rpc.Status` as JSON (A2A 1.0 section 11.6). */
export interface RestError {
  readonly error: {
    /** The HTTP status. */
    readonly code: number;
    /** The name of a `google.rpc.Code`. */
    readonly status: string;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
  };
}

/** An error of a call as its answer, with all its details. */
export function toRestError(error: A2AError | InternalError): RestError {
  const refusal = findRefusal(error);
  if (refusal !== undefined) {
    const { httpStatus: code, status } = refusal;
    return { error: { code, status, message: error.message, details: toErrorDetails(error) } };
  }
  const { error: body } = toRestErrorBody(error, restStatusFor(error));
  return { error: { ...body, details: toErrorDetails(error) } };
}

/** An answer for what is wrong with the HTTP request rather than with the call. */
export function toHttpError(code: number, status: string, message: string): RestError {
  return { error: { code, status, message, details: [] } };
}
