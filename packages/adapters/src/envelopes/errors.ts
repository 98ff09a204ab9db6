import { describeRefusedFile } from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';

/** Thrown when a message is refused. The text and the details are for its sender. */
export class EnvelopeRefusedError extends FormworkError {
  readonly code = 'ENVELOPE_REFUSED';
  readonly errorCode: EnvelopeErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  readonly status: number;

  constructor(
    message: string,
    options: ErrorOptions & {
      readonly errorCode: EnvelopeErrorCode;
      /** Further JSON about the refusal, for the sender. */
      readonly details?: Readonly<Record<string, unknown>>;
      /**
       * The time until another attempt makes sense, in whole seconds. Default: another attempt never
       * does.
       */
      readonly retryAfter?: number;
      /** The HTTP status of the answer. Default: that of the code. */
      readonly status?: number;
    },
  ) {
    super(message, options);
    this.errorCode = options.errorCode;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.status = options.status ?? statusOf(options.errorCode);
  }
}

/** The standard codes of the document (Error Message Schema). No others are sent. */
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

/** Returns the HTTP status of an answer with an error code. */
function statusOf(code: EnvelopeErrorCode): number {
  return STATUSES[code];
}

/**
 * Thrown when a key cannot be used to sign messages or to verify tags. The text never shows the
 * key.
 */
export class KeyRefusedError extends FormworkError {
  readonly code = 'KEY_REFUSED';

  constructor(rule: string, options?: ErrorOptions) {
    super(`Cannot use the key because ${rule}`, options);
  }
}

/**
 * Thrown when a file of used nonces cannot be opened, read or written. All messages with tags are
 * refused as long as that fails.
 */
export class NonceStoreError extends FormworkError {
  readonly code = 'NONCE_STORE_UNAVAILABLE';

  constructor(file: string, options: { readonly cause: Error & { readonly code?: unknown } }) {
    super(
      `Cannot remember nonces because ${describeRefusedFile({ file, code: String(options.cause.code), fault: 'the file is not an SQLite database of its own' })}`,
      options,
    );
  }
}

/** Thrown when a nonce store is full of nonces that must not be forgotten yet. */
export class NonceStoreFullError extends FormworkError {
  readonly code = 'NONCE_STORE_FULL';

  /**
   * The time when the oldest nonce expires and the store can take another, in milliseconds since
   * 1970.
   */
  readonly until: number;

  constructor(limit: number, { until }: { readonly until: number }) {
    super(`Cannot remember the nonce because ${limit} are in use, the most that may be`);
    this.until = until;
  }
}
