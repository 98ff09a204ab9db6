import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RefusedError } from '../errors/refused-error.ts';
import type { PageSessions } from '../page-sessions.ts';
import { readAgentHeaders } from './agent-headers.ts';

/**
 * Makes the handler that refuses what a page of one person sends after another tab has signed in
 * somebody else.
 */
export function createPersonCheck(sessions: PageSessions): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const person = request.get('x-formwork-person');
    const isOwnToken = 'authorization' in readAgentHeaders(request);
    if (person !== undefined && !isOwnToken && person !== (await sessions.findPerson(request))) {
      throw new RefusedError(
        'SIGN_IN',
        'Cannot send this because its person must be signed in: another one is, or nobody. Load the page again.',
      );
    }
    next();
  };
}
