import { FormworkError } from '@formwork/core';

/** What can be wrong with a request, and the HTTP status that tells it. */
export const SESSION_ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SESSION_ENDED: 409,
  SESSION_FULL: 409,
  IDEMPOTENCY_CONFLICT: 409,
  QUESTION_CLOSED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INVALID_INPUT: 422,
  UNKNOWN_SCHEMA: 422,
  TOO_MANY_TASKS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** One of the codes of {@link SESSION_ERROR_STATUS}. */
export type SessionErrorCode = keyof typeof SESSION_ERROR_STATUS;

/** Options of {@link SessionError}. */
export interface SessionErrorOptions extends ErrorOptions {
  /** More for programs; goes to the caller. Default: nothing. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Why a request of the session API was refused. Code, message and details are for the caller. */
export class SessionError extends FormworkError {
  readonly code: SessionErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: SessionErrorCode, message: string, options: SessionErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.details = options.details;
  }
}
