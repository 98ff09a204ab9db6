import { FormworkError, isFormworkError } from '@formwork/schema';

/** Options of {@link TransientError}. */
export interface TransientErrorOptions extends ErrorOptions {
  /** Not to be tried again before that many milliseconds have passed. Default: as the policy says. */
  readonly retryAfterMs?: number;
}

/**
 * What may work when it is tried again: a service that is busy, a connection that broke. Handlers
 * of skills with `retry` throw it; elsewhere it is an error like any other. Callers never read its
 * message.
 */
export class TransientError extends FormworkError {
  readonly code = 'TRANSIENT';

  readonly retryAfterMs: number | undefined;

  constructor(message: string, options?: TransientErrorOptions) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** True for a {@link TransientError}, also one made by another copy of this package. */
export function isTransientError(value: unknown): value is TransientError {
  return isFormworkError(value) && value.code === 'TRANSIENT';
}
