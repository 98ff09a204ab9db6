import { FormworkError } from '@formwork/core';

/** Why a run has no say any more. */
export type RunEnd = 'canceled' | 'abandoned';

/** The reason of a handler's `task.signal`, and what its calls reject with after the end. */
export class RunEndedError extends FormworkError {
  readonly code = 'RUN_ENDED';

  readonly end: RunEnd;

  constructor(end: RunEnd) {
    super(end === 'canceled' ? 'The task was canceled.' : 'The run was abandoned.');
    this.end = end;
  }
}
