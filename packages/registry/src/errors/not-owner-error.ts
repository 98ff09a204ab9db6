import { FormworkError } from '@formwork/core';

/** Thrown when somebody changes an agent that somebody else registered. */
export class NotOwnerError extends FormworkError {
  readonly code = 'NOT_OWNER';
}
