import { FormworkError } from '@formwork/core';
import { toHttpStatus, type EnvelopeErrorCode } from '../message/error-code.ts';

/** Options of {@link EnvelopeRefusedError}. */
export interface EnvelopeRefusedOptions extends ErrorOptions {
  readonly errorCode: EnvelopeErrorCode;
  /** More for the sender; JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** In whole seconds. Default: another attempt makes no sense. */
  readonly retryAfter?: number;
  /** The HTTP status. Default: that of the code. */
  readonly status?: number;
}

/** Why a message is not taken. Text and details are for its sender. */
export class EnvelopeRefusedError extends FormworkError {
  readonly code = 'ENVELOPE_REFUSED';
  readonly errorCode: EnvelopeErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  readonly status: number;

  constructor(message: string, options: EnvelopeRefusedOptions) {
    super(message, options);
    this.errorCode = options.errorCode;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.status = options.status ?? toHttpStatus(options.errorCode);
  }
}
