import type { ErrorRequestHandler } from 'express';
import type { TextAnswer } from './door.ts';
import { createHttpError } from './error-answers.ts';
import { MisconfiguredError } from './errors.ts';
import type { Step } from './exchange.ts';
import { sendAnswer } from './serve-door.ts';

/** Answers requests for unknown paths with 404. */
export const refuseUnknownPath: Step = ({ message: { method }, basePath, path, reply }) => {
  const message = `Nothing is served at ${method} ${basePath}${path}.`;
  sendAnswer(reply, toAnswer(404, 'NOT_FOUND', message));
};

/** Makes the answer for an error that no endpoint has answered, without internals. */
export function answerFailure(error: unknown): TextAnswer {
  const status = findStatus(error);
  const name = status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL';
  return toAnswer(status, name, describeFailure(error, status));
}

/**
 * Answers errors that no endpoint has answered, without internals. It declares four parameters, by
 * which express recognizes error handlers.
 */
export const handleRequestError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) next(error);
  else sendAnswer(response, answerFailure(error));
};

function toAnswer(status: number, name: string, message: string): TextAnswer {
  return {
    kind: 'text',
    status,
    headers: {},
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify(createHttpError(status, name, message)),
  };
}

function describeFailure(error: unknown, status: number): string {
  if (status < 500) return 'The request could not be read.';
  return error instanceof MisconfiguredError ? error.message : 'Internal error.';
}

function findStatus(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error && error.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
