import type { Principal } from '@formwork/core';
import type { IncomingMessage } from 'node:http';

declare const IDENTIFIED: unique symbol;

/**
 * Whoever sent a request, as the server found out. Nothing but `identify` and `vouchFor` makes one,
 * so that no door can reach a task without having asked.
 */
export interface Caller {
  /** The stable id of the principal; `undefined` for somebody who did not say who they are. */
  readonly id: string | undefined;
  /** The scopes that the credentials grant; none for somebody who did not say who they are. */
  readonly scopes: readonly string[];
  readonly [IDENTIFIED]: true;
}

/** Tells who sent a request. */
export interface Identify {
  /** @throws UnauthenticatedError for credentials that do not count */
  (request: IncomingMessage): Promise<Caller>;
  /**
   * Returns the value of `WWW-Authenticate` for a caller whose credentials do not suffice, with the
   * scopes that it needs. Default: no challenge is sent.
   */
  readonly challengeFor?: (scopes: readonly string[]) => string;
}

/** Somebody who did not say who they are. */
export const NOBODY = { id: undefined, scopes: [] as readonly string[] } as Caller;

/**
 * Makes the caller of a principal.
 *
 * @throws TypeError unless its id is text that is not empty, and its scopes are texts
 */
export function createCaller({ id, scopes = [] }: Principal): Caller {
  checkId(id);
  checkScopes(scopes);
  return { id, scopes } as Caller;
}

/** An id that is no id would put strangers together. */
function checkId(id: unknown): void {
  if (typeof id === 'string' && id !== '') return;
  throw new TypeError(
    `Cannot tell the caller as the principal's id must be text that is not empty: current value is ${typeof id === 'string' ? '""' : typeof id}`,
  );
}

/** A scope in another form, such as all of them in one text, would never be found. */
function checkScopes(scopes: unknown): void {
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string');
  if (isList && scopes.every((scope) => scope !== '' && !/\s/u.test(scope))) return;
  throw new TypeError(
    `Cannot tell the caller as the principal's scopes must be an array of words: current value is ${isList ? 'an array with an empty text or one with spaces' : typeof scopes}`,
  );
}
