import { FormworkError, isFormworkError } from '@formwork/schema';

/**
 * An error whose message the caller may read. Handlers throw it to say why a task failed; the
 * message of any other error stays in the log.
 */
export class PublicError extends FormworkError {
  readonly code = 'PUBLIC';
}

/** True for a {@link PublicError}, also one made by another copy of this package. */
export function isPublicError(value: unknown): value is PublicError {
  return isFormworkError(value) && value.code === 'PUBLIC';
}
