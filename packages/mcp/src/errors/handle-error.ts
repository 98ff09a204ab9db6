import { FormworkError } from '@formwork/schema';

/** Thrown for a handle that does not open. */
export class HandleError extends FormworkError {
  readonly code = 'HANDLE_INVALID';

  constructor(problem: 'unknown' | 'expired', options?: ErrorOptions) {
    super(
      problem === 'expired'
        ? 'Cannot go on as the handle must not have expired: call the tool again'
        : 'Cannot go on as the handle must be one that this server gave to this caller, copied exactly',
      options,
    );
  }
}
