import { FormworkError, isFormworkError } from '@formwork/schema';

/**
 * Declines a task: handlers throw it for what they will not do, with a reason that the caller may
 * read. The task ends as `rejected` (A2A 1.0 section 4.1.3) and is never tried again. Throw a
 * `PublicError` for what was tried and failed.
 *
 * @example
 * ```ts
 * import { RejectedError } from '@formwork/core';
 *
 * function checkAmount(amount: number): void {
 *   if (amount > 500) throw new RejectedError('Amounts above 500 EUR need a purchase order.');
 * }
 * ```
 */
export class RejectedError extends FormworkError {
  readonly code = 'REJECTED';
}

/** True for a {@link RejectedError}, also one made by another copy of this package. */
export function isRejectedError(value: unknown): value is RejectedError {
  return isFormworkError(value) && value.code === 'REJECTED';
}
