import type { ErrorDetail } from '@a2a-js/sdk/errors';
import { FormworkError } from '@formwork/core';

/** What a caller gets to see of an unexpected error: that there was one, and where it is logged. */
export class InternalError extends FormworkError {
  readonly code = 'INTERNAL';

  /** Tells the caller the id of the log entry. */
  readonly details: readonly ErrorDetail[];

  constructor(errorId: string, options: ErrorOptions) {
    super('Internal error.', options);
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}
