import { FormworkError } from '@formwork/core';

/** A task has said more than its log can hold; all that it can still do is end. */
export class LogFullError extends FormworkError {
  readonly code = 'LOG_FULL';

  constructor(limit: number, count: number) {
    super(
      `Cannot append events as the log of a task must have fewer than ${limit}: current value is ${count}`,
    );
  }
}
