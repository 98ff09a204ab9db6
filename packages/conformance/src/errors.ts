import { FormworkError } from '@formwork/schema';

/** The reasons for which an agent cannot be checked at all. */
export type ConformanceErrorCode =
  | 'CONFORMANCE_UNREACHABLE'
  | 'CONFORMANCE_REFUSED'
  | 'CONFORMANCE_SKILL'
  | 'CONFORMANCE_INPUT';

/**
 * Thrown when an agent cannot be checked: no server answers at its URL (`CONFORMANCE_UNREACHABLE`), it
 * refuses this caller (`CONFORMANCE_REFUSED`), it does not have a skill that was asked for
 * (`CONFORMANCE_SKILL`), or a given input does not fit its schema, or has the name of nothing on the
 * card (`CONFORMANCE_INPUT`).
 */
export class ConformanceError extends FormworkError {
  readonly code: ConformanceErrorCode;

  constructor(message: string, options: ErrorOptions & { readonly code: ConformanceErrorCode }) {
    super(message, options);
    this.code = options.code;
  }
}
