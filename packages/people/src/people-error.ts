import { A2AError } from '@a2a-js/sdk/errors';
import type { TaskLogger } from '@formwork/core';
import { EngineStorageError, InvalidPageTokenError, QuotaError } from '@formwork/runtime';
import { QuestionError, type QuestionRefusal } from '@formwork/runtime/internal';
import { FormworkError, toPlainText } from '@formwork/schema';
import { toBodyFailure, toPublicError, type BodyFailure } from '@formwork/server/internal';

/** The error codes of the people door, each with its HTTP status. */
export const PEOPLE_ERROR_STATUS = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  FOUR_EYES: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_MANY: 409,
  QUESTION_CLAIMED: 409,
  DRAFT_CHANGED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  ANSWER_INVALID: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

/** An error code of the people door. */
export type PeopleErrorCode = keyof typeof PEOPLE_ERROR_STATUS;

/** Thrown when a request of the people door is refused. Code and message are for the caller. */
export class PeopleError extends FormworkError {
  readonly code: PeopleErrorCode;

  constructor(code: PeopleErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The code for each reason why a person cannot see, take or answer a question. */
const CODES_OF_QUESTIONS: Readonly<Record<QuestionRefusal, PeopleErrorCode>> = {
  QUESTION_NOT_FOUND: 'NOT_FOUND',
  QUESTION_CLAIMED: 'QUESTION_CLAIMED',
  FOUR_EYES: 'FOUR_EYES',
  ANSWER_INVALID: 'ANSWER_INVALID',
  ADDRESS_INVALID: 'INVALID_REQUEST',
};

const CODES_OF_BODIES: Readonly<Record<BodyFailure['kind'], PeopleErrorCode>> = {
  'too-large': 'PAYLOAD_TOO_LARGE',
  'media-type': 'UNSUPPORTED_MEDIA_TYPE',
  'not-json': 'INVALID_REQUEST',
  unreadable: 'INVALID_REQUEST',
};

/** The code for each reason that an error of this server may have. */
const CODES_OF_REASONS: Readonly<Record<string, PeopleErrorCode>> = {
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  PERMISSION_DENIED: 'FORBIDDEN',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'UNAVAILABLE',
};

/** Turns any error into one of the people door; errors that callers must not read are logged. */
export function toPeopleError(error: unknown, logger: TaskLogger): PeopleError {
  if (error instanceof PeopleError) return error;
  if (error instanceof QuestionError) {
    const { code, problems } = error;
    const faults = problems.length === 0 ? '' : `\n${toPlainText(problems, { schema: 'answer' })}`;
    return new PeopleError(CODES_OF_QUESTIONS[code], `${error.message}${faults}`, { cause: error });
  }
  const failure = toBodyFailure(error);
  if (failure !== undefined) {
    return new PeopleError(CODES_OF_BODIES[failure.kind], failure.message, { cause: error });
  }
  if (error instanceof InvalidPageTokenError) {
    return new PeopleError('INVALID_REQUEST', error.message, { cause: error });
  }
  if (error instanceof QuotaError) {
    return new PeopleError('TOO_MANY_REQUESTS', error.message, { cause: error });
  }
  const publicError = toPublicError(error, logger);
  if (error instanceof EngineStorageError) {
    return new PeopleError('UNAVAILABLE', publicError.message, { cause: error });
  }
  const reason = publicError instanceof A2AError ? publicError.toErrorInfo().reason : undefined;
  const code = (reason !== undefined && CODES_OF_REASONS[reason]) || 'INTERNAL';
  return new PeopleError(code, code === 'INTERNAL' ? 'Internal error.' : publicError.message, {
    cause: error,
  });
}

/** Makes the error about something that is not there, or that the person may not see. */
export function createMissingError(what: string): PeopleError {
  return new PeopleError('NOT_FOUND', `Cannot find ${what}: it does not exist, or is not yours.`);
}
