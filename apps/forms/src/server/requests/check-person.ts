import { findSenderNetwork } from '@formwork/network';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isIP } from 'node:net';
import { RefusedError } from '../errors/refused-error.ts';
import type { PageSessions } from '../page-sessions.ts';
import { readAgentHeaders } from './agent-headers.ts';

/**
 * Makes the handler that refuses what a page of one person sends after another tab has signed in
 * another one.
 */
export function createPersonCheck(
  sessions: PageSessions,
  {
    allowsNobody,
  }: {
    /** True lets a request pass while no person is signed in, or that of a page without one. */
    readonly allowsNobody: boolean;
  },
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

/**
 * Names the one that a request counts for: the person who has signed in, else the network that it
 * comes from, by the app's own trust in its proxies.
 */
export async function findOwner(request: Request, sessions: PageSessions): Promise<string> {
  // While the storage of sessions is away, people count by their networks.
  const person = await sessions.findPerson(request).catch(() => undefined);
  if (person !== undefined) return `person ${person}`;
  const { ip = '', socket } = request;
  const address = [ip, socket.remoteAddress ?? ''].find((candidate) => isIP(candidate) !== 0);
  return `network ${address === undefined ? '' : findSenderNetwork(address)}`;
}
