import { A2AError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { TaskLogger } from '@formwork/core';
import { TaskDamagedError } from '@formwork/runtime';
import { isDetailedError } from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import { toBodyFailure, toPublicError, type BodyFailure } from '@formwork/server/internal';

/** The error codes of the session API, each with its HTTP status. */
export const SESSION_ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
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
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** An error code of the session API. */
export type SessionErrorCode = keyof typeof SESSION_ERROR_STATUS;

/**
 * Thrown when a request of the session API is refused. Code, message and details are for the
 * caller.
 */
export class SessionError extends FormworkError {
  readonly code: SessionErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: SessionErrorCode,
    message: string,
    options: ErrorOptions & {
      /** Details of the error for the caller's program. Default: none. */
      readonly details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.details = options.details;
  }
}

const CODES_OF_BODIES: Readonly<Record<BodyFailure['kind'], SessionErrorCode>> = {
  'too-large': 'PAYLOAD_TOO_LARGE',
  'media-type': 'UNSUPPORTED_MEDIA_TYPE',
  'not-json': 'INVALID_REQUEST',
  unreadable: 'INVALID_REQUEST',
};

/**
 * The error code of the session API for each reason that an error of A2A, or of this server, may
 * have.
 */
const CODES_OF_REASONS: Readonly<Record<string, SessionErrorCode>> = {
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  PERMISSION_DENIED: 'FORBIDDEN',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'UNAVAILABLE',
  STRUCTURED_INPUT_INVALID: 'INVALID_INPUT',
  STRUCTURED_SCHEMA_UNKNOWN: 'UNKNOWN_SCHEMA',
  STRUCTURED_INPUT_TASK_EXISTS: 'INVALID_INPUT',
  // This reason is about a file in the message; the Content-Type of the body was checked before.
  CONTENT_TYPE_NOT_SUPPORTED: 'UNSUPPORTED_MEDIA_TYPE',
  // A handler that answers with a message alone has failed, so there is no task to say so.
  ANSWER_FAILED: 'INTERNAL',
  ANSWER_REJECTED: 'INVALID_INPUT',
  // The task that asked has gone on, has ended, or was forgotten.
  UNSUPPORTED_OPERATION: 'QUESTION_CLOSED',
  TASK_NOT_FOUND: 'QUESTION_CLOSED',
};

const TASK_EXISTS =
  'Cannot take the message because an artifact with a schema starts a task of its own, and the message answers a question. Send it without in_reply_to, or the answer without a schema in its type.';

/** Turns any error into one of the session API; errors that callers must not read are logged. */
export function toSessionError(error: unknown, logger: TaskLogger): SessionError {
  if (error instanceof SessionError) return error;
  const failure = toBodyFailure(error);
  if (failure !== undefined) {
    return new SessionError(CODES_OF_BODIES[failure.kind], failure.message, { cause: error });
  }
  const publicError = toPublicError(error, logger);
  if (error instanceof TaskDamagedError && error.blobId === undefined) {
    const message = 'A part of what is kept of the session, or of its task, is lost.';
    return new SessionError('INTERNAL', message, {
      cause: error,
      ...(isDetailedError(publicError) && readIncident(publicError.details)),
    });
  }
  if (!(publicError instanceof A2AError)) {
    return new SessionError('INTERNAL', publicError.message, {
      cause: error,
      ...readIncident(publicError.details),
    });
  }
  const { reason: general, metadata: { reason = general, ...metadata } = {} } =
    publicError.toErrorInfo();
  const reasonCode = CODES_OF_REASONS[reason];
  const code =
    reasonCode ?? (publicError instanceof RequestMalformedError ? 'INVALID_REQUEST' : 'INTERNAL');
  const message = reason === 'STRUCTURED_INPUT_TASK_EXISTS' ? TASK_EXISTS : publicError.message;
  const errorDetails = isDetailedError(publicError) ? publicError.details : [];
  const details = {
    ...toSnakeCase(metadata),
    ...(reasonCode !== undefined && { reason }),
    ...readProblems(errorDetails),
    ...readIncident(errorDetails).details,
  };
  return new SessionError(code, message, {
    cause: error,
    ...(Object.keys(details).length > 0 && { details }),
  });
}

/** Renames the members of an object to snake_case, as the document writes names. */
function toSnakeCase(
  metadata: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** Reads the id of the log entry of an internal error from the details of an A2A error. */
function readIncident(details: readonly object[]): { details?: Readonly<Record<string, unknown>> } {
  for (const detail of details) {
    if ('requestId' in detail) return { details: { request_id: detail.requestId } };
  }
  return {};
}

function readProblems(details: readonly object[]): Readonly<Record<string, unknown>> {
  for (const detail of details) {
    if ('fieldViolations' in detail) return { problems: detail.fieldViolations };
  }
  return {};
}
