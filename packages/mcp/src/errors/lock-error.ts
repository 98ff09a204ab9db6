import { FormworkError } from '@formwork/schema';

/** Options of {@link LockError}. */
export interface LockErrorOptions extends ErrorOptions {
  /** `missing`: there is no such file. `invalid`: it is no lock. `refused`: it cannot be read or written. */
  readonly reason: 'missing' | 'invalid' | 'refused';
}

/** Thrown for a `bridge.lock` that cannot be used. */
export class LockError extends FormworkError {
  readonly code = 'LOCK_UNUSABLE';
  readonly reason: LockErrorOptions['reason'];

  constructor(message: string, { reason, ...options }: LockErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
