import { A2AError, type ErrorDetail } from '@a2a-js/sdk/errors';

/**
 * An error of the protocol that tells the caller more than its `ErrorInfo`.
 *
 * Transports send `details` after the `ErrorInfo`, so they MUST be JSON and MUST NOT hold secrets.
 */
export interface DetailedError extends A2AError {
  /** Messages of `google.rpc`, such as `BadRequest`, as ProtoJSON `Any`. */
  readonly details: readonly ErrorDetail[];
}

/** True for a {@link DetailedError}, also one made by another copy of the SDK. */
export function isDetailedError(value: unknown): value is DetailedError {
  return value instanceof A2AError && 'details' in value && Array.isArray(value.details);
}
