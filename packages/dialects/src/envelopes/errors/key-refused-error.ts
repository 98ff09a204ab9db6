import { FormworkError } from '@formwork/core';

/** A key cannot be used for tags. The text never shows the key. */
export class KeyRefusedError extends FormworkError {
  readonly code = 'KEY_REFUSED';

  constructor(rule: string, options?: ErrorOptions) {
    super(`Cannot use the key as ${rule}`, options);
  }
}
