import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { RefusedError } from '../errors/refused-error.ts';
import type { PageSessions } from '../page-sessions.ts';
import { readAgentHeaders } from './agent-headers.ts';

/** Options of {@link createPersonCheck}. */
interface PersonCheckOptions {
  /** True lets a request pass while nobody is signed in, or that of a page of nobody. */
  readonly allowsNobody: boolean;
}

/**
 * Makes the handler that refuses what a page of one person sends after another tab has signed in
 * somebody else.
 */
export function createPersonCheck(
  sessions: PageSessions,
  { allowsNobody }: PersonCheckOptions,
): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const person = request.get('x-formwork-person');
    if (person !== undefined && !('authorization' in readAgentHeaders(request))) {
      const now = (await sessions.findPerson(request)) ?? '';
      const isNobody = person === '' || now === '';
      if (person !== now && !(allowsNobody && isNobody)) {
        throw new RefusedError(
          'SIGN_IN',
          'Cannot send this because its person must be signed in: another one is, or nobody. Load the page again.',
        );
      }
    }
    next();
  };
}
