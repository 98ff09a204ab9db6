import type { IncomingMessage } from 'node:http';
import type { RequestGuard, RequestRefusal } from '@formwork/network';
import { RefusedError } from '../errors/refused-error.ts';

/**
 * @throws RefusedError unless a request can only come from a page of this server, or from no page
 * at all: pages of others must neither call agents from here nor learn which there are
 */
export function checkRequest(request: IncomingMessage, guard: RequestGuard): void {
  refuse(guard.check(request));
  if (request.method === 'POST') checkMediaType(request);
}

/** @throws RefusedError unless a request came under a name of this server */
export function checkHost(request: IncomingMessage, guard: RequestGuard): void {
  refuse(guard.checkHost(request));
}

function refuse(refusal: RequestRefusal | undefined): void {
  if (refusal === undefined) return;
  const { reason, message, status } = refusal;
  throw new RefusedError(reason, message, { status });
}

/** Forms of other pages can send any text, but not this type without being asked first. */
function checkMediaType({ headers }: IncomingMessage): void {
  const given = headers['content-type'] ?? '';
  const type = given.replace(/;.*$/su, '').trim().toLowerCase();
  if (type === 'application/json') return;
  throw new RefusedError(
    'BODY',
    `Cannot read the request as its Content-Type must be application/json: current value is ${JSON.stringify(given.slice(0, 100))}`,
    { status: 415 },
  );
}
