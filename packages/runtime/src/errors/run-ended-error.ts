import { FormworkError } from '@formwork/core';

/** Why a run has no say any more. */
export type RunEnd = 'ended' | 'canceled' | 'abandoned' | 'suspended';

const MESSAGES: Readonly<Record<RunEnd, string>> = {
  ended: 'The handler has returned.',
  canceled: 'The task was canceled.',
  abandoned: 'The run was abandoned.',
  suspended: 'The task waits for an answer; the handler runs again when it comes.',
};

/** The reason of a handler's `task.signal`, and what its calls reject with after the end. */
export class RunEndedError extends FormworkError {
  readonly code = 'RUN_ENDED';

  readonly end: RunEnd;

  constructor(end: RunEnd) {
    super(MESSAGES[end]);
    this.end = end;
  }
}
