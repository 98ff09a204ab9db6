import { UnsupportedOperationError, type ErrorDetail } from '@a2a-js/sdk/errors';

/**
 * A part of the task is gone from where tasks are kept, so it cannot be read any more. It can be
 * canceled. The caller is told that much, and under which id the log says more.
 */
export class TaskLostError extends UnsupportedOperationError {
  /** Tells the caller the id of the log entry. */
  readonly details: readonly ErrorDetail[];

  constructor(errorId: string, options: ErrorOptions & { readonly taskId: string }) {
    super({
      cause: options.cause,
      message: `Cannot read task ${options.taskId} as all parts of it must be there: current value is lost. It can only be canceled.`,
    });
    // The SDK finds the code of an error by this name.
    this.name = 'UnsupportedOperationError';
    this.details = [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: errorId }];
  }
}
