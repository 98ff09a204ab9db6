import { findSenderNetwork, type RequestHead } from '@formwork/network';
import { isIP } from 'node:net';
import { RefusedError } from '../errors/refused-error.ts';
import type { PageExchange } from '../page-exchange.ts';
import type { PageSessions } from '../page-sessions.ts';
import { readAgentHeaders } from './agent-headers.ts';

/**
 * Refuses what a page of one person sends after another tab has signed in another one.
 *
 * @throws RefusedError for a request of another person's page
 */
export async function checkPerson(
  exchange: PageExchange,
  {
    sessions,
    allowsNobody,
  }: {
    readonly sessions: PageSessions;
    /** True lets a request pass while no person is signed in, or that of a page without one. */
    readonly allowsNobody: boolean;
  },
): Promise<void> {
  const { request } = exchange;
  const person = exchange.header('x-formwork-person');
  if (person === undefined || 'authorization' in readAgentHeaders(request)) return;
  const now = (await sessions.findPerson(request)) ?? '';
  const isNobody = person === '' || now === '';
  if (person !== now && !(allowsNobody && isNobody)) {
    throw new RefusedError(
      'SIGN_IN',
      'Cannot send this because its person must be signed in: another one is, or nobody. Load the page again.',
    );
  }
}

/**
 * Names the one that a request counts for: the person who has signed in, else the network that it
 * comes from.
 */
export async function findOwner(
  request: RequestHead & {
    readonly ip?: string | undefined;
  },
  sessions: PageSessions,
): Promise<string> {
  // While the storage of sessions is away, people count by their networks.
  const person = await sessions.findPerson(request).catch(() => undefined);
  if (person !== undefined) return `person ${person}`;
  const { ip = '', socket } = request;
  const address = [ip, socket.remoteAddress ?? ''].find((candidate) => isIP(candidate) !== 0);
  return `network ${address === undefined ? '' : findSenderNetwork(address)}`;
}
