import { FormworkError } from '@formwork/schema';

/** The reasons for which an agent cannot be checked at all. */
export type ConformanceErrorCode = 'UNREACHABLE' | 'REFUSED' | 'INVALID_INPUT';

/**
 * Thrown when an agent cannot be checked: nobody answers at its URL (`UNREACHABLE`), it does not
 * show its card to this caller (`REFUSED`), or an input to try does not fit (`INVALID_INPUT`).
 */
export class ConformanceError extends FormworkError {
  readonly code: ConformanceErrorCode;

  constructor(message: string, options: ErrorOptions & { readonly code: ConformanceErrorCode }) {
    super(message, options);
    this.code = options.code;
  }
}
