import { FormworkError, isFormworkError } from '@formwork/schema';

/**
 * Why a run has no say any more:
 * - `canceled`: the caller canceled the task;
 * - `timeout`: the attempt took longer than the skill's `timeoutMs`;
 * - `stopping`: this process is draining; another run goes on with the task;
 * - `lost`: another process has the task now, or the task cannot be written; `cause` may say more;
 * - `suspended`: the task waits for an answer, and the handler runs again when it comes;
 * - `ended`: the handler has returned.
 */
export type RunEnd = 'canceled' | 'timeout' | 'stopping' | 'lost' | 'suspended' | 'ended';

const MESSAGES: Readonly<Record<RunEnd, string>> = {
  canceled: 'The task was canceled.',
  timeout: 'The attempt has run out of time.',
  stopping: 'The process is stopping; another run goes on with the task.',
  lost: 'The run may not write to the task any more.',
  suspended: 'The task waits for an answer; the handler runs again when it comes.',
  ended: 'The handler has returned.',
};

/** The reason of a handler's `task.signal`, and what its calls reject with after the end. */
export class RunEndedError extends FormworkError {
  readonly code = 'RUN_ENDED';

  readonly end: RunEnd;

  constructor(end: RunEnd, options?: ErrorOptions) {
    super(MESSAGES[end], options);
    this.end = end;
  }
}

/** True for a {@link RunEndedError}, also one made by another copy of this package. */
export function isRunEndedError(value: unknown): value is RunEndedError {
  return isFormworkError(value) && value.code === 'RUN_ENDED';
}
