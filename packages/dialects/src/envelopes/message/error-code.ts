/** The standard codes of the document (Error Message Schema). We send no others. */
export type EnvelopeErrorCode =
  | 'INVALID_MESSAGE'
  | 'VALIDATION_FAILED'
  | 'AUTHENTICATION_FAILED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'PAYLOAD_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT';

const STATUSES: Readonly<Record<EnvelopeErrorCode, number>> = {
  INVALID_MESSAGE: 400,
  VALIDATION_FAILED: 422,
  AUTHENTICATION_FAILED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMIT_EXCEEDED: 429,
  PAYLOAD_TOO_LARGE: 413,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** The HTTP status of an answer with this code. */
export function toHttpStatus(code: EnvelopeErrorCode): number {
  return STATUSES[code];
}
