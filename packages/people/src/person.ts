import type { Scope } from '@formwork/runtime';
import { toPrincipalScope } from '@formwork/runtime/internal';
import type { AdapterHost, Caller, RequestMessage } from '@formwork/server';
import { createHash } from 'node:crypto';
import { PeopleError } from './people-error.ts';

/** A person who uses the people door. */
export interface Person {
  /** The id of the principal; `undefined` for the one person of a server without authentication. */
  readonly id: string | undefined;
  readonly caller: Caller;
  /** The scope of the person's tasks. */
  readonly scope: Scope;
  /** The part of a record's key that stands for the person: a digest, because ids may be long. */
  readonly key: string;
}

/**
 * Finds the person who sent a request. A server without authentication has one person if it shows
 * the tasks of all anonymous callers to everybody anyway.
 *
 * @throws PeopleError and UnauthenticatedError unless the request says who sent it
 */
export async function findPerson(host: AdapterHost, request: RequestMessage): Promise<Person> {
  const caller = await host.identify(request);
  if (caller.id !== undefined) return createPerson(caller, caller.id);
  if (host.authentication === 'none') {
    if (host.openTasks) return createPerson(caller, undefined);
    throw new PeopleError(
      'FORBIDDEN',
      'Cannot tell whose data to show because this agent has no authentication.',
    );
  }
  throw new PeopleError(
    'UNAUTHENTICATED',
    'Cannot tell whose data to show because the request has no credentials. The agent card says how to authenticate.',
  );
}

function createPerson(caller: Caller, id: string | undefined): Person {
  const scope = toPrincipalScope(id === undefined ? undefined : { id });
  return { id, caller, scope, key: toPersonKey(id) };
}

/** Returns the part of a record's key that stands for the person with an id. */
export function toPersonKey(id: string | undefined): string {
  const scope = toPrincipalScope(id === undefined ? undefined : { id });
  return createHash('sha256').update(scope).digest('base64url');
}
