import { FormworkError } from '@formwork/core';

/** A handler called its `task` with something that cannot be sent. */
export class TaskCallError extends FormworkError {
  readonly code = 'TASK_CALL_INVALID';
}
