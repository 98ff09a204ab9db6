import type { ErrorRequestHandler, RequestHandler } from 'express';
import { MisconfiguredError } from './errors.ts';

/** Answers requests for unknown paths with 404. */
export const handleUnknownPath: RequestHandler = (request, response) => {
  response.status(404).json({
    error: {
      code: 404,
      status: 'NOT_FOUND',
      message: `Nothing is served at ${request.method} ${request.path}.`,
      details: [],
    },
  });
};

/**
 * Answers errors that no endpoint has answered, without internals. It declares four parameters, by
 * which express recognizes error handlers.
 */
export const handleRequestError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = findStatus(error);
  response.status(status).json({
    error: {
      code: status,
      status: status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL',
      message: describeFailure(error, status),
      details: [],
    },
  });
};

function describeFailure(error: unknown, status: number): string {
  if (status < 500) return 'The request could not be read.';
  return error instanceof MisconfiguredError ? error.message : 'Internal error.';
}

function findStatus(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error && error.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
