import { FormworkError } from '@formwork/core';

/** A step or question cannot be remembered, or what is remembered is of other code. */
export class MemoError extends FormworkError {
  readonly code = 'MEMO_INVALID';
}
