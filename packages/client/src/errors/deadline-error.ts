import { FormworkError } from '@formwork/core';
import { toRest, type WaitErrorOptions } from './aborted-error.ts';

/** Thrown when `deadlineMs` has passed. */
export class DeadlineError extends FormworkError {
  readonly code = 'DEADLINE_EXCEEDED';
  readonly taskId: string | undefined;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait any longer as the deadline has passed: ${toRest(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
  }
}
