import { FormworkError } from '@formwork/core';

/**
 * Thrown when a runner writes to a task that is no longer its own: another claim was made since,
 * the lease has ended, or the task is terminal. Nothing was written; the runner must stop.
 */
export class LeaseLostError extends FormworkError {
  readonly code = 'LEASE_LOST';
  readonly taskId: string;
  /** Of the lease that was shown, not of the task. */
  readonly epoch: number;

  constructor(taskId: string, epoch: number, options?: ErrorOptions) {
    super(
      `Cannot write to task ${taskId} as the lease must be the newest and not have ended: current value is epoch ${epoch}`,
      options,
    );
    this.taskId = taskId;
    this.epoch = epoch;
  }
}
