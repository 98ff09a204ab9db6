import { createPeopleClient, type PeopleClient } from '@formwork/people/client';
import { toAscii } from '@formwork/react/internal';
import { API } from '../early.ts';

/**
 * Makes the client of an agent's people door, which the page asks through its own server with the
 * current credentials. `readHeaders` returns these credentials.
 */
export function openPeople(
  agent: string,
  readHeaders: () => Readonly<Record<string, string>>,
): PeopleClient {
  return createPeopleClient({
    send(path, { method = 'GET', body, signal }) {
      const headers = readHeaders();
      const asked = typeof body === 'string' ? { body: JSON.parse(body) as unknown } : {};
      return fetch(`${API}/people`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(Object.keys(headers).length > 0 && {
            'x-formwork-agent-headers': toAscii(JSON.stringify(headers)),
          }),
        },
        body: JSON.stringify({ agent, method, path, ...asked }),
        cache: 'no-store',
        redirect: 'error',
        ...(signal && { signal }),
      });
    },
  });
}
