import {
  A2AError,
  ContentTypeNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { TaskLogger } from '@formwork/core';
import { QuotaError } from '@formwork/runtime';
import { isDetailedError } from '@formwork/runtime/internal';
import { toErrorText, type Problem } from '@formwork/schema';
import { isRecord, toList } from '@formwork/schema/json';
import { UnauthenticatedError } from '@formwork/server';
import { toBodyFailure, toPublicError } from '@formwork/server/internal';
import {
  EnvelopeRefusedError,
  NonceStoreError,
  NonceStoreFullError,
  type EnvelopeErrorCode,
} from '../errors.ts';

/** The `retry_after` in seconds while the server closes or its storage fails. */
const UNAVAILABLE_SECONDS = 5;

/**
 * Turns any error into a refusal with one of the standard codes (Error Message Schema). Errors that
 * callers must not read are logged, and the caller gets the id of the log entry.
 */
export function toRefusal(error: unknown, logger: TaskLogger): EnvelopeRefusedError {
  if (error instanceof EnvelopeRefusedError) return error;
  if (error instanceof NonceStoreFullError) {
    return new EnvelopeRefusedError(
      'Too many messages came within 5 minutes. Send it again later.',
      {
        errorCode: 'RATE_LIMIT_EXCEEDED',
        retryAfter: Math.max(1, Math.ceil((error.until - Date.now()) / 1_000)),
        cause: error,
      },
    );
  }
  if (error instanceof NonceStoreError) {
    logger.error('Cannot tell whether a message was sent before', { error: toErrorText(error) });
    return new EnvelopeRefusedError('Cannot check the message for now. Send it again later.', {
      errorCode: 'SERVICE_UNAVAILABLE',
      retryAfter: UNAVAILABLE_SECONDS,
      cause: error,
    });
  }
  const failure = toBodyFailure(error);
  if (failure !== undefined) {
    return new EnvelopeRefusedError(failure.message, {
      errorCode: failure.kind === 'too-large' ? 'PAYLOAD_TOO_LARGE' : 'INVALID_MESSAGE',
      cause: error,
    });
  }
  return toProtocolRefusal(toPublicError(error, logger));
}

function toProtocolRefusal(error: ReturnType<typeof toPublicError>): EnvelopeRefusedError {
  if (!(error instanceof A2AError)) {
    const errorId: unknown = error.details[0]?.['requestId'];
    return new EnvelopeRefusedError(error.message, {
      errorCode: 'INTERNAL_ERROR',
      details: { error_id: errorId },
      cause: error,
    });
  }
  const errorCode = findCode(error);
  const details = readDetails(error);
  return new EnvelopeRefusedError(error.message, {
    errorCode,
    cause: error,
    ...(errorCode === 'SERVICE_UNAVAILABLE' && { retryAfter: UNAVAILABLE_SECONDS }),
    ...(error instanceof QuotaError && { retryAfter: Math.ceil(error.retryAfterMs / 1_000) }),
    ...(Object.keys(details).length > 0 && { details }),
  });
}

/**
 * The errors of A2A that depend on the caller's request, each with the error code of the document.
 */
const CODES: readonly (readonly [kind: new (message?: string) => A2AError, EnvelopeErrorCode])[] = [
  [TaskNotFoundError, 'NOT_FOUND'],
  [TaskNotCancelableError, 'METHOD_NOT_ALLOWED'],
  [UnsupportedOperationError, 'METHOD_NOT_ALLOWED'],
  [RequestMalformedError, 'VALIDATION_FAILED'],
  // This error is about a file that the skill does not take; the Content-Type of the body was
  // checked before.
  [ContentTypeNotSupportedError, 'VALIDATION_FAILED'],
];

function findCode(error: A2AError): EnvelopeErrorCode {
  if (error instanceof UnauthenticatedError) return 'AUTHENTICATION_FAILED';
  if (error.reason === 'PERMISSION_DENIED' || error.reason === 'UNAUTHENTICATED')
    return 'FORBIDDEN';
  if (error.reason === 'UNAVAILABLE') return 'SERVICE_UNAVAILABLE';
  if (error instanceof QuotaError) return 'RATE_LIMIT_EXCEEDED';
  // The same code as for a task that was rejected.
  if (error.toErrorInfo().metadata?.['reason'] === 'ANSWER_REJECTED') return 'FORBIDDEN';
  return CODES.find(([kind]) => error instanceof kind)?.[1] ?? 'INTERNAL_ERROR';
}

/**
 * Reads the problems that an A2A error carries as a `google.rpc.BadRequest`; their places are in
 * the message.
 */
function readDetails(error: A2AError): Readonly<Record<string, unknown>> {
  if (!isDetailedError(error)) return {};
  const problems = error.details
    .flatMap((detail) => toList(detail['fieldViolations']))
    .filter(isRecord)
    .map(({ field, description, reason }) => ({
      pointer: `/payload/parameters${String(field)}`,
      message: description,
      keyword: reason,
    }));
  return problems.length === 0 ? {} : { problems };
}

/** The maximum number of problems that the text of an error names. */
const SHOWN_PROBLEMS = 3;

/**
 * Describes problems; `prefix` is the place of the checked value in the message, put before each
 * pointer.
 */
export function describeProblems(
  faults: readonly Problem[],
  prefix: string,
): {
  readonly problems: readonly Readonly<Record<string, unknown>>[];
  readonly text: string;
} {
  const problems = faults.map((problem) => ({
    ...problem,
    pointer: `${prefix}${problem.pointer}`,
  }));
  const lines = problems.slice(0, SHOWN_PROBLEMS).map(({ pointer, message, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` (${suggestion})`;
    return `${pointer === '' ? 'the message' : pointer.slice(0, 100)} ${message}${hint}`;
  });
  const hiddenCount = problems.length - lines.length;
  return {
    problems,
    text: `${lines.join('; ')}${hiddenCount > 0 ? `; and ${hiddenCount} more` : ''}`,
  };
}
