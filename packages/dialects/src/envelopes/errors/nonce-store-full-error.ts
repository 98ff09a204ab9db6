import { FormworkError } from '@formwork/core';

/** More messages came within the time that they are fresh than nonces can be remembered. */
export class NonceStoreFullError extends FormworkError {
  readonly code = 'NONCE_STORE_FULL';

  /** When there is room again: milliseconds since 1970. */
  readonly until: number;

  constructor(limit: number, { until }: { readonly until: number }) {
    super(
      `Cannot remember the nonce as at most ${limit} must be in use: current value is ${limit}`,
    );
    this.until = until;
  }
}
