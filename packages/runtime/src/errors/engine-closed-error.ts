import { FormworkError } from '@formwork/core';

/** Thrown by every method of a task engine once it was closed. */
export class EngineClosedError extends FormworkError {
  readonly code = 'ENGINE_CLOSED';

  constructor(options?: ErrorOptions) {
    super('Cannot use the task engine as it must be open: current value is closed', options);
  }
}
