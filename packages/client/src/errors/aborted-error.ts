import { FormworkError } from '@formwork/core';

/** Options of {@link AbortedError} and {@link DeadlineError}. */
export interface WaitErrorOptions extends ErrorOptions {
  /** The task, if it had begun. */
  readonly taskId: string | undefined;
  /** True if the task was asked to stop as well. */
  readonly canceled: boolean;
}

/** Thrown when the caller's signal was aborted. The cause is the signal's reason. */
export class AbortedError extends FormworkError {
  readonly code = 'ABORTED';
  readonly taskId: string | undefined;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait for the agent as the call was aborted: ${toRest(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
  }
}

/** What has become of the task. */
export function toRest(taskId: string | undefined, canceled: boolean): string {
  if (taskId === undefined) return 'no task is known to have begun';
  if (canceled) return `task ${JSON.stringify(taskId)} was asked to stop`;
  return `task ${JSON.stringify(taskId)} goes on; agent.task(id) finds it again`;
}
