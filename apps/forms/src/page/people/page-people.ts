import { createPeopleClient, type PeopleClient } from '@formwork/people/client';
import { limitWait, toAscii } from '@formwork/react/internal';
import type { VetLimits } from '@formwork/schema';
import { API, fetchAsPerson } from '../preload.ts';

/** The longest request that may outlive the page, in characters, each of at most three bytes. */
const MAX_KEPT_ALIVE = 20_000;

/**
 * The longest wait for the beginning of an answer, in milliseconds. A connection may break without a
 * word, and drafts are not sent while an earlier request goes on.
 */
const PATIENCE = 60_000;

/**
 * Makes the client of an agent's people door, which the page reaches through its own server with the
 * credentials of the person. The forms of its questions have the limits of a stranger's by default.
 */
export function createPagePeople(
  agent: string,
  readHeaders: () => Readonly<Record<string, string>>,
  vetLimits: Partial<VetLimits> = {},
): PeopleClient {
  return createPeopleClient({
    vetLimits,
    async send(path, { method = 'GET', body, signal, headers: callHeaders }) {
      const headers = readHeaders();
      // The body of a request is JSON already.
      const requestText = `{"agent":${JSON.stringify(agent)},"method":${JSON.stringify(method)},"path":${JSON.stringify(path)}${typeof body === 'string' ? `,"body":${body}` : ''}}`;
      const request: RequestInit = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...Object.fromEntries(new Headers(callHeaders)),
          ...(Object.keys(headers).length > 0 && {
            'x-formwork-agent-headers': toAscii(JSON.stringify(headers)),
          }),
        },
        body: requestText,
        // A draft is sent while the page closes, too. Browsers refuse that for more than 64 kB.
        keepalive: method !== 'GET' && requestText.length < MAX_KEPT_ALIVE,
        cache: 'no-store',
        redirect: 'error',
      };
      return limitWait({ signal: signal ?? undefined, limitMs: PATIENCE }, (either) =>
        fetchAsPerson(`${API}/people`, { ...request, signal: either }),
      );
    },
  });
}
