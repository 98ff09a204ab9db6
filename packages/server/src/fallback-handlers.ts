import type { ErrorRequestHandler, RequestHandler } from 'express';

/** Answers paths that nothing is served at. */
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

/** Answers errors that no door has answered, without internals. Express counts its four parameters. */
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
      message: status < 500 ? 'The request could not be read.' : 'Internal error.',
      details: [],
    },
  });
};

function findStatus(error: unknown): number {
  const status: unknown =
    typeof error === 'object' && error !== null && 'status' in error && error.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
