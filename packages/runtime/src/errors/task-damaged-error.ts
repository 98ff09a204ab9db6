import { FormworkError } from '@formwork/core';

/** Options of {@link TaskDamagedError}. */
export interface TaskDamagedErrorOptions extends ErrorOptions {
  /** Says more than that the log is damaged. */
  readonly message?: string;
}

/**
 * Thrown when an engine reads a task of which a part is not as it was written: bits have flipped on
 * the disk, or somebody has changed the file. Other tasks are none the worse, and this one can
 * still be canceled and deleted.
 */
export class TaskDamagedError extends FormworkError {
  readonly code: 'TASK_DAMAGED' | 'BLOB_MISSING' = 'TASK_DAMAGED';
  readonly taskId: string;

  constructor(taskId: string, options: TaskDamagedErrorOptions = {}) {
    super(
      options.message ??
        `Cannot read task ${taskId} as its log must be as it was written: current value is damaged. Restore the file from a copy, or delete the task.`,
      options,
    );
    this.taskId = taskId;
  }
}
